// SPDX-License-Identifier: MIT
// Each touch is compared with what other chains touched there before, unless
// the running work comes after it. What the host has waited for is forgotten.
#include "simt/context/works.h"

#include <algorithm>
#include <bitset>
#include <utility>

namespace simt::cudart {

const Works::Task* Works::task_of(Site site) const {
  if (site < first_site_) return nullptr;
  const uint64_t task = places_[site - first_site_].task;
  return task < first_task_ ? nullptr : &tasks_[task - first_task_];
}

bool Works::open_to_host(Site site) const {
  const Task* task = task_of(site);
  return task && !handed_.covers(task->chain, task->number) &&
         !order_.host().covers(task->chain, task->number);
}

/// Whether it may run beside the running work. Two kernels are the business of
/// the race checks.
bool Works::beside(Site site) const {
  const Task* task = task_of(site);
  return task && !task->hands_over &&
         !(task->facts.kernel && tasks_.back().facts.kernel) &&
         !clock_.covers(task->chain, task->number);
}

WorkSide Works::side(Site site, bool writes) const {
  return {task_of(site)->facts, places_[site - first_site_].pc, writes};
}

void Works::drop_oldest() {
  const Site first = tasks_.size() > 1
                         ? tasks_[1].first
                         : first_site_ + static_cast<Site>(places_.size());
  places_.erase(places_.begin(),
                places_.begin() + static_cast<int64_t>(first - first_site_));
  first_site_ = first;
  tasks_.pop_front();
  ++first_task_;
}

bool Works::settle(bool idle) {
  if (waits_ == order_.waits()) return false;
  waits_ = order_.waits();
  if (!idle) return true;
  while (!tasks_.empty() &&
         order_.arrived().covers(tasks_.front().chain, tasks_.front().number)) {
    drop_oldest();
  }
  std::vector<Chain> done;
  touches_.each_chain([&](Chain chain) {
    if (order_.arrived().covers(chain, order_.length(chain))) {
      done.push_back(chain);
    }
  });
  for (const Chain chain : done) touches_.forget(chain);
  return true;
}

void Works::begin(WorkFacts facts, const Ticket& ticket, bool everything) {
  if (tasks_.size() >= most_) drop_oldest();
  const Site first = first_site_ + static_cast<Site>(places_.size());
  tasks_.push_back(
      {std::move(facts), ticket.chain, ticket.number, ticket.issued, first});
  running_ = true;
  everything_ = everything;
  clock_ = ticket.clock;
  at_.clear();
  last_site_ = 0;
  clashes_.clear();
  others_.clear();
  touches_.each_chain([&](Chain other) {
    if (other != ticket.chain && !clock_.covers(other, order_.length(other))) {
      others_.push_back(other);
    }
  });
}

Site Works::site_at(uint32_t pc) {
  if (last_site_ != 0 && last_pc_ == pc) return last_site_;
  if (at_.size() <= pc) at_.resize(pc + 1);
  Site& site = at_[pc];
  if (site == 0) {
    site = first_site_ + static_cast<Site>(places_.size());
    places_.push_back({first_task_ + tasks_.size() - 1, pc});
  }
  last_pc_ = pc;
  return last_site_ = site;
}

void Works::touch(uint64_t begin, uint64_t end, bool writes, uint32_t pc) {
  const Task& task = tasks_.back();
  const Site site = site_at(pc);
  if (!others_.empty()) judge(site, begin, end, writes);
  touches_.note(task.chain, site, begin, end, writes, task.first, fresh_);
}

void Works::touch_pageable(uint64_t begin, uint64_t end, bool writes) {
  const Task& task = tasks_.back();
  touches_.note(task.chain, site_at(0), begin, end, writes, task.first, fresh_);
}

void Works::judge(Site site, uint64_t begin, uint64_t end, bool writes) {
  const auto clash = [&](Site other, bool wrote, const Touched& found) {
    auto [entry, fresh] = clashes_.try_emplace({other, site});
    Clash& both = entry->second;
    if (fresh) {
      both = {side(other, wrote), side(site, writes), found.begin, 0};
      // What was issued before it does not wait for its call's end either.
      if (task_of(other)->issued > task_of(site)->issued)
        both.before.work.staged = false;
    }
    both.address = std::min(both.address, found.begin);
    both.bytes += found.end - found.begin;
  };
  for (const Chain chain : others_) {
    touches_.each(chain, begin, end, [&](const Touched& found) {
      if (beside(found.writer)) {
        clash(found.writer, true, found);
      } else if (writes && beside(found.reader)) {
        clash(found.reader, false, found);
      }
    });
  }
}

void Works::hand_over() {
  if (tasks_.back().hands_over) return;
  tasks_.back().hands_over = true;
  handed_.join(clock_);
}

std::vector<Clash> Works::end() {
  running_ = false;
  std::vector<Clash> all;
  if (!tasks_.back().hands_over) {
    for (auto& [sites, clash] : clashes_) all.push_back(std::move(clash));
  }
  clashes_.clear();
  return all;
}

bool Works::open_beside(const Clock& clock, Chain chain) const {
  bool open = false;
  touches_.each_chain([&](Chain other) {
    open =
        open || (other != chain && !clock.covers(other, order_.length(other)));
  });
  return open;
}

Site Works::beside_host(uint64_t address, bool host_writes,
                        bool* work_writes) const {
  Site site = 0;
  touches_.each_chain([&](Chain chain) {
    touches_.each(chain, address, address + 1, [&](const Touched& found) {
      if (site != 0) return;
      *work_writes = open_to_host(found.writer);
      if (*work_writes) {
        site = found.writer;
      } else if (host_writes && open_to_host(found.reader)) {
        site = found.reader;
      }
    });
  });
  return site;
}

bool Works::uses_all(uint64_t begin, uint64_t end) const {
  // Of a page that is used in part one end is mostly free: that is soon seen.
  const bool long_one = end - begin > 1;
  if (long_one && !(uses_all(begin, begin + 1) && uses_all(end - 1, end))) {
    return false;
  }
  std::bitset<Touches::kPageBytes> used;
  touches_.each_chain([&](Chain chain) {
    Touched last;  // neighbours are mostly alike
    bool open = false;
    touches_.each(chain, begin, end, [&](const Touched& found) {
      if (found.writer != last.writer || found.reader != last.reader) {
        open = open_to_host(found.writer) || open_to_host(found.reader);
        last = found;
      }
      for (uint64_t at = found.begin; open && at < found.end; ++at) {
        used.set(at - begin);
      }
    });
  });
  return used.count() == end - begin;
}

Closing Works::closing_of(const Touched& page) const {
  if (open_to_host(page.writer)) return Closing::kAll;
  return open_to_host(page.reader) ? Closing::kWriting : Closing::kOpen;
}

}  // namespace simt::cudart
