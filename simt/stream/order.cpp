// SPDX-License-Identifier: MIT
// Vector clocks over chains of launches: a launch is concurrent with every open
// one that its clock does not cover. Beyond kMostOpen the oldest is forgotten,
// and the answer says so.
#include "simt/stream/order.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace simt::cudart {
namespace {

constexpr size_t kMostOpen = 256;
// A loop may give a stream more work each time before it asks.
constexpr int kMostInVain = 64;
// Of the chains that were given back, before a new one is made.
constexpr size_t kMostLooks = 8;

}  // namespace

void Clock::join(const Clock& other) {
  join_ended(other);
  for (const Early& early : other.early_) expect(early);
}

void Clock::expect(const Early& early) {
  if (covers(early.chain, early.number)) return;
  if (std::find(early_.begin(), early_.end(), early) == early_.end())
    early_.push_back(early);
}

std::vector<Early> Clock::take_early() {
  std::erase_if(early_, [&](const Early& early) {
    return covers(early.chain, early.number);
  });
  return std::exchange(early_, {});
}

uint64_t Clock::reached(Chain chain) const {
  const auto found = done_.find(chain);
  return found == done_.end() ? 0 : found->second;
}

void Clock::join_ended(const Clock& other) {
  for (const auto& [chain, number] : other.done_) reach(chain, number);
}

void Clock::reach(Chain chain, uint64_t number) {
  uint64_t& done = done_[chain];
  done = std::max(done, number);
}

void Clock::reach_only(Chain chain, uint64_t number) {
  done_[chain] = number;
  if (number == 0) done_.erase(chain);
}

bool Clock::covers(Chain chain, uint64_t number) const {
  const auto found = done_.find(chain);
  return number == 0 || (found != done_.end() && found->second >= number);
}

bool Clock::covers(const Clock& other) const {
  return std::all_of(
      other.done_.begin(), other.done_.end(),
      [&](const auto& entry) { return covers(entry.first, entry.second); });
}

void merge(const std::vector<int>& launches, std::vector<int>& to) {
  std::vector<int> both;
  std::set_union(launches.begin(), launches.end(), to.begin(), to.end(),
                 std::back_inserter(both));
  to = std::move(both);
}

void Concurrency::add_prerequisites(const std::vector<int>& launches) {
  prerequisites = launches;
  add_concurrent(launches);
}

void Concurrency::add_concurrent(const std::vector<int>& launches) {
  if (launches.empty()) return;
  merge(launches, concurrent);
  oldest_open = std::min(oldest_open, launches.front());
}

// Its work is done before anything that is issued from now on, so the chain's
// numbers can go on.
Chain LaunchOrder::new_chain() {
  for (size_t i = std::min(unused_.size(), kMostLooks); i > 0; --i) {
    const Chain chain = unused_.front();
    unused_.pop_front();
    if (host_.covers(chain, length(chain))) return chain;
    unused_.push_back(chain);
  }
  return chains_++;
}

Clock Ticket::before() const {
  Clock clock_before = clock;
  clock_before.reach_only(chain, number - 1);
  return clock_before;
}

uint64_t LaunchOrder::length(Chain chain) const {
  const auto found = lengths_.find(chain);
  return found == lengths_.end() ? 0 : found->second;
}

void LaunchOrder::host_waits(const Clock& clock) {
  host_waits_for_staging(clock, clock);
}

void LaunchOrder::host_waits_for_staging(const Clock& clock,
                                         const Clock& before) {
  host_.join_ended(clock);
  arrived_.join_ended(before);
  ++waits_;
}

void LaunchOrder::settle_all() {
  open_.clear();
  forgotten_.clear();
  Clock all;
  for (const auto& [chain, length] : lengths_) all.reach(chain, length);
  host_waits(all);
}

bool LaunchOrder::is_done(const Clock& clock, Asked& asked) {
  if (!host_.covers(clock)) {
    const bool known = asked.not_yet.covers(clock);
    if (!known && asked.in_vain < kMostInVain) {
      asked.not_yet.join_ended(clock);
      ++asked.in_vain;
      return false;
    }
    host_waits(clock);
  }
  arrived_.join_ended(clock);
  asked.in_vain = 0;
  return true;
}

void LaunchOrder::settle(const Clock& clock) {
  std::erase_if(open_, [&](const Open& launch) {
    return clock.covers(launch.chain, launch.number);
  });
  std::erase_if(forgotten_, [&](const auto& last) {
    return clock.covers(last.first, last.second);
  });
}

Ticket LaunchOrder::issue(Chain chain, Clock& clock) {
  const uint64_t number = ++lengths_[chain];
  clock.reach(chain, number);
  return {chain, number, clock, issued_++};
}

Concurrency LaunchOrder::begin(int index, const Ticket& ticket, bool late) {
  const Clock& clock = ticket.clock;
  // Late work may have been issued before the host waited; others of its kind
  // may still come.
  if (!late) {
    std::erase_if(open_, [&](const Open& launch) {
      return host_.covers(launch.chain, launch.number) &&
             clock.covers(launch.chain, launch.number);
    });
    std::erase_if(forgotten_, [&](const auto& last) {
      return host_.covers(last.first, last.second) &&
             clock.covers(last.first, last.second);
    });
  }
  Concurrency ordered;
  for (const Open& launch : open_) {
    if (!clock.covers(launch.chain, launch.number)) {
      ordered.concurrent.push_back(launch.index);
    }
  }
  ordered.oldest_open = open_.empty() ? index : open_.front().index;
  ordered.forgot = std::any_of(
      forgotten_.begin(), forgotten_.end(),
      [&](const auto& last) { return !clock.covers(last.first, last.second); });
  open_.push_back({index, ticket.chain, ticket.number});
  if (open_.size() > kMostOpen) {
    forgotten_[open_.front().chain] = open_.front().number;
    open_.pop_front();
  }
  return ordered;
}

std::vector<int> LaunchOrder::beside(int index, const Ticket& ticket) const {
  std::vector<int> all;
  for (const Open& other : open_) {
    if (other.index != index &&
        !ticket.clock.covers(other.chain, other.number) &&
        !host_.covers(other.chain, other.number)) {
      all.push_back(other.index);
    }
  }
  return all;
}

}  // namespace simt::cudart
