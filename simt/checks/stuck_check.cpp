// SPDX-License-Identifier: MIT
// See stuck_check.h.
#include "simt/checks/stuck_check.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "simt/checks/wording.h"

namespace simt::checks {
namespace {

using Why = Stuck::Group::Why;

uint64_t threads_in(const Stuck& stuck) {
  uint64_t sum = 0;
  for (const Stuck::Group& group : stuck.groups)
    sum += static_cast<uint64_t>(std::popcount(group.lanes));
  return sum;
}

const char* verb_of(Why why, bool many) {
  if (why == Why::kRunning) return many ? "still run" : "still runs";
  return many ? "wait" : "waits";
}

const char* target_of(Why why) {
  switch (why) {
    case Why::kBlockBarrier:
      return " for the block";
    case Why::kWarpMask:
      return " for lanes of their warp";
    default:
      return "";
  }
}

}  // namespace

void StuckCheck::on_stuck(const Stuck& stuck) const {
  uint32_t block = 0;
  bool known = false;
  for (const Group& group : stuck.groups) {
    if (!known || group.at.block < block) block = group.at.block;
    known = true;
  }
  if (stuck.kind == Stuck::Kind::kDeadlock) return deadlock(stuck, block);
  livelock(stuck, block);
}

std::vector<StuckCheck::Waiting> StuckCheck::waiting_in(const Stuck& stuck,
                                                        uint32_t block) const {
  std::vector<Waiting> all;
  for (const Group& group : stuck.groups) {
    if (group.at.block != block || group.pc >= scene_.kernel().info.size())
      continue;
    const uint32_t site = scene_.index().site_of(group.pc);
    auto same = std::find_if(all.begin(), all.end(), [&](const Waiting& w) {
      return scene_.index().site_of(w.first.pc) == site &&
             w.first.why == group.why && w.first.barrier == group.barrier;
    });
    if (same == all.end()) same = all.insert(all.end(), {group, {}});
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      if (group.lanes >> lane & 1)
        same->threads.push_back(group.at.warp * kWarpSize + lane);
  }
  for (Waiting& waiting : all)
    std::sort(waiting.threads.begin(), waiting.threads.end());
  std::stable_sort(all.begin(), all.end(),
                   [&](const Waiting& a, const Waiting& b) {
                     return scene_.index().site_of(a.first.pc) <
                            scene_.index().site_of(b.first.pc);
                   });
  return all;
}

std::string StuckCheck::threads_of(const Waiting& waiting) const {
  return (waiting.threads.size() == 1 ? "thread " : "threads ") +
         ranges(waiting.threads);
}

std::string StuckCheck::what(const Waiting& waiting) const {
  const bool many = waiting.threads.size() != 1;
  std::string text = threads_of(waiting) + " " +
                     verb_of(waiting.first.why, many) + " here" +
                     target_of(waiting.first.why);
  if (waiting.first.why == Why::kBlockBarrier && waiting.first.barrier != 0)
    text += ", barrier " + std::to_string(waiting.first.barrier);
  if (waiting.first.why == Why::kWarpMask)
    text += ", mask " + mask_name(waiting.first.mask);
  return text;
}

void StuckCheck::add_places(const std::vector<Waiting>& all,
                            report::Diagnostic& d) const {
  constexpr size_t kMostPlaces = 6;
  int number = 1;
  for (const Waiting& waiting : all) {
    if (d.places.size() == kMostPlaces) {
      d.notes.push_back("more: " + count_of(all.size() - kMostPlaces, "place") +
                        " not shown");
      break;
    }
    report::Place place = scene_.place(waiting.first.pc, what(waiting));
    if (all.size() > 1) place.number = number++;
    d.places.push_back(std::move(place));
  }
}

void StuckCheck::add_notes(const Stuck& stuck, uint32_t block,
                           const std::vector<Waiting>& all,
                           report::Diagnostic& d) const {
  std::vector<bool> present(scene_.threads(), false);
  for (const Waiting& waiting : all)
    for (uint32_t thread : waiting.threads)
      if (thread < present.size()) present[thread] = true;
  std::vector<uint32_t> gone;
  for (uint32_t t = 0; t < present.size(); ++t)
    if (!present[t]) gone.push_back(t);
  if (!gone.empty()) {
    d.notes.push_back(
        "exited: " + std::string(gone.size() == 1 ? "thread " : "threads ") +
        ranges(gone) + " of block " + scene_.block_name(block));
  }
  std::set<uint32_t> blocks;
  for (const Group& group : stuck.groups) blocks.insert(group.at.block);
  std::string seen = count_of(blocks.size(), "block") + " of " +
                     std::to_string(stuck.blocks_resident) + " resident " +
                     (blocks.size() == 1 ? "is" : "are") + " stuck, " +
                     count_of(threads_in(stuck), "thread") + " in all, " +
                     std::to_string(stuck.threads_exited) + " exited";
  if (stuck.blocks_not_started > 0)
    seen += "; " + count_of(stuck.blocks_not_started, "block") +
            " cannot start before others end";
  d.seen = std::move(seen);
}

void StuckCheck::deadlock(const Stuck& stuck, uint32_t block) const {
  const std::vector<Waiting> all = waiting_in(stuck, block);
  report::Diagnostic d = scene_.start("deadlock", "error");
  const std::string name = "block " + scene_.block_name(block);
  uint64_t waiting = 0;
  for (const Waiting& group : all) waiting += group.threads.size();
  d.message = count_of(waiting, "thread") + " of " + name +
              (waiting == 1 ? " waits" : " wait") +
              " for threads that never come";
  add_places(all, d);
  add_notes(stuck, block, all, d);
  const bool one_barrier =
      all.size() == 1 && all[0].first.why == Why::kBlockBarrier;
  d.why = one_barrier
              ? "not every thread that the barrier waits for can reach it"
              : "each group waits for threads that wait somewhere else";
  d.hint = "which threads can reach this line, and which does it wait for?";
  scene_.add(std::move(d));
}

void StuckCheck::livelock(const Stuck& stuck, uint32_t block) const {
  const std::vector<Waiting> all = waiting_in(stuck, block);
  report::Diagnostic d = scene_.start("livelock", "error");
  d.message = "the kernel did not end in time";
  const Waiting* running = nullptr;
  for (const Waiting& group : all)
    if (running == nullptr && group.first.why == Why::kRunning)
      running = &group;
  if (running != nullptr && scene_.has_lines()) {
    d.message +=
        "; warp " + std::to_string(running->first.at.warp) + " is at line " +
        std::to_string(scene_.kernel().info[running->first.pc].line.line);
  }
  add_places(all, d);
  add_notes(stuck, block, all, d);
  d.why =
      "threads that still run may repeat a loop whose condition never "
      "changes";
  d.hint = "what must change for this loop to end, and who changes it?";
  scene_.add(std::move(d));
}

}  // namespace simt::checks
