// SPDX-License-Identifier: MIT
// Tells of one block: its waiting threads grouped by place and reason. The
// kinds of standstill differ in the sentence and in which group comes first.
#include "simt/checks/stuck_check.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
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
    case Why::kCluster:
      return " for the cluster";
    case Why::kTurn:
      return " for the rest of the warp, in lockstep";
    default:
      return "";
  }
}

/// False: all that threads look at lies in shared memory, where no block that
/// has not started can store.
bool others_can_help(const Stuck& stuck) {
  bool looks = false;
  for (const Stuck::Group& group : stuck.groups) {
    for (const Stuck::Poll& poll : group.polls) {
      if (poll.space != ptx::Space::kShared) return true;
      looks = true;
    }
  }
  return !looks;
}

/// The lowest block all of whose threads wait for each other: no other block
/// can free it, and those that go round may wait for it.
std::optional<uint32_t> block_that_waits(const Stuck& stuck) {
  std::map<uint32_t, bool> waits;
  for (const Stuck::Group& group : stuck.groups) {
    const bool inside =
        group.why == Why::kBlockBarrier || group.why == Why::kWarpMask;
    const auto [block, fresh] = waits.try_emplace(group.at.block, inside);
    if (!fresh) block->second = block->second && inside;
  }
  for (const auto& [block, inside] : waits)
    if (inside) return block;
  return std::nullopt;
}

}  // namespace

void StuckCheck::on_stuck(const Stuck& stuck) {
  for (const Group& group : stuck.groups)
    if (group.scarce) return;  // RegisterCheck tells of it
  uint32_t block = 0;
  bool known = false;
  for (const Group& group : stuck.groups) {
    if (!known || group.at.block < block) block = group.at.block;
    known = true;
  }
  switch (stuck.kind) {
    case Stuck::Kind::kDeadlock:
      return deadlock(stuck, block);
    case Stuck::Kind::kLivelock:
      if (const auto waits = block_that_waits(stuck))
        return deadlock(stuck, *waits);
      return stuck.blocks_not_started > 0 && others_can_help(stuck)
                 ? not_resident(stuck, block)
                 : livelock(stuck, block);
    default:
      return too_long(stuck, block);
  }
}

// Where a group waits or goes round: a loop is at what it looks at.
uint32_t StuckCheck::pc_of(const Group& group) {
  return group.polls.empty() ? group.pc : group.polls.front().pc;
}

std::vector<StuckCheck::Waiting> StuckCheck::waiting_in(const Stuck& stuck,
                                                        uint32_t block) const {
  std::vector<Waiting> all;
  for (const Group& group : stuck.groups) {
    if (group.at.block != block || group.pc >= scene_.kernel().info.size())
      continue;
    const uint32_t site = scene_.index().site_of(pc_of(group));
    auto same = std::find_if(all.begin(), all.end(), [&](const Waiting& w) {
      return scene_.index().site_of(pc_of(w.first)) == site &&
             w.first.why == group.why && w.first.barrier == group.barrier;
    });
    if (same == all.end()) same = all.insert(all.end(), {group, {}, {}, false});
    const LaneMask polling =
        group.polls.empty() ? 0 : group.polls.front().lanes & group.lanes;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const uint32_t thread = group.at.warp * kWarpSize + lane;
      if (group.lanes >> lane & 1) same->threads.push_back(thread);
      if (polling >> lane & 1) same->pollers.push_back(thread);
    }
  }
  for (Waiting& waiting : all) {
    std::sort(waiting.threads.begin(), waiting.threads.end());
    std::sort(waiting.pollers.begin(), waiting.pollers.end());
  }
  std::stable_sort(all.begin(), all.end(),
                   [&](const Waiting& a, const Waiting& b) {
                     return scene_.index().site_of(pc_of(a.first)) <
                            scene_.index().site_of(pc_of(b.first));
                   });
  return all;
}

/// " of block (1,0,0)", where blocks wait for each other.
std::string StuckCheck::of_block(const Waiting& waiting) const {
  return waiting.named
             ? " of block " + scene_.block_name(waiting.first.at.block)
             : "";
}

std::string StuckCheck::threads_of(const std::vector<uint32_t>& threads) {
  return (threads.size() == 1 ? "thread " : "threads ") + ranges(threads);
}

// "threads 1..31 load `flag+0` here, again and again".
std::string StuckCheck::polling(const Waiting& waiting) const {
  const Stuck::Poll& poll = waiting.first.polls.front();
  const bool many = waiting.pollers.size() != 1;
  const bool load = poll.kind == AccessKind::kLoad;
  const ops::Op* op = scene_.kernel().info[poll.pc].op;
  const bool test = op != nullptr && op->uses_object();
  return threads_of(waiting.pollers) +
         (load   ? " load"
          : test ? " test"
                 : " update") +
         (many ? " `" : "s `") + scene_.data_name(poll.space, poll.address) +
         "` here again and again" + (load ? "" : ", without a change");
}

std::string StuckCheck::what(const Waiting& waiting) const {
  if (!waiting.first.polls.empty()) return polling(waiting);
  const bool many = waiting.threads.size() != 1;
  std::string text = threads_of(waiting.threads) + of_block(waiting) + " " +
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
      d.notes.push_back(
          {"more", count_of(all.size() - kMostPlaces, "place") + " not shown"});
      break;
    }
    report::Place place = scene_.place(pc_of(waiting.first), what(waiting));
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
        {"exited", std::string(gone.size() == 1 ? "thread " : "threads ") +
                       ranges(gone) + " of block " + scene_.block_name(block)});
  }
  std::set<uint32_t> blocks;
  for (const Group& group : stuck.groups) blocks.insert(group.at.block);
  std::string seen = count_of(blocks.size(), "block") + " of " +
                     std::to_string(stuck.blocks_resident) + " resident " +
                     (blocks.size() == 1 ? "is" : "are") + " stuck, " +
                     count_of(threads_in(stuck), "thread") + " in all, " +
                     std::to_string(stuck.threads_exited) + " exited";
  if (stuck.blocks_resident == 0)  // stopped between two blocks
    seen = "no block was resident";
  if (stuck.blocks_not_started > 0)
    seen += "; " + count_of(stuck.blocks_not_started, "block") +
            (stuck.blocks_resident == 0 ? " had not started"
                                        : " cannot start before others end");
  d.seen = std::move(seen);
}

report::Diagnostic StuckCheck::start(std::string name) const {
  report::Diagnostic d =
      scene_.start(std::move(name), report::Severity::kError);
  d.stuck = true;
  return d;
}

/// Where threads of the block wait for their cluster, also what others wait for
/// elsewhere.
void StuckCheck::add_peers(const Stuck& stuck, uint32_t block,
                           std::vector<Waiting>& all) const {
  const auto waits = [](const Waiting& w) {
    return w.first.why == Why::kCluster;
  };
  if (std::none_of(all.begin(), all.end(), waits)) return;
  std::set<uint32_t> others;
  for (const Group& group : stuck.groups)
    if (group.at.block != block) others.insert(group.at.block);
  for (const uint32_t other : others) {
    for (Waiting& waiting : waiting_in(stuck, other)) {
      const uint32_t site = scene_.index().site_of(pc_of(waiting.first));
      const bool known = std::any_of(all.begin(), all.end(), [&](auto& w) {
        return scene_.index().site_of(pc_of(w.first)) == site;
      });
      if (!known) all.push_back(std::move(waiting));
    }
  }
  for (Waiting& waiting : all) waiting.named = true;
}

void StuckCheck::deadlock(const Stuck& stuck, uint32_t block) const {
  const std::vector<Waiting> all = waiting_in(stuck, block);
  report::Diagnostic d = start("deadlock");
  const std::string name = "block " + scene_.block_name(block);
  uint64_t waiting = 0;
  for (const Waiting& group : all) waiting += group.threads.size();
  d.message = count_of(waiting, "thread") + " of " + name +
              (waiting == 1 ? " waits" : " wait") +
              " for threads that never come";
  std::vector<Waiting> shown = all;
  add_peers(stuck, block, shown);
  add_places(shown, d);
  add_notes(stuck, block, all, d);
  const bool one_barrier =
      shown.size() == 1 && (all[0].first.why == Why::kBlockBarrier ||
                            all[0].first.why == Why::kCluster);
  d.why = one_barrier
              ? "not every thread that the barrier waits for can reach it"
              : "each group waits for threads that wait somewhere else";
  d.hint = "which threads can reach this line, and which does it wait for?";
  scene_.add(std::move(d));
}

// The lines that concern those who run; others wait for them.
void StuckCheck::run_first(const std::vector<Waiting>& all,
                           report::Diagnostic& d) {
  for (size_t i = 0; i < std::min(all.size(), d.places.size()); ++i) {
    if (all[i].first.why != Why::kRunning) continue;
    d.places[i].primary = true;
    return;
  }
}

void StuckCheck::add_host_note(const Stuck& stuck,
                               report::Diagnostic& d) const {
  for (const Group& group : stuck.groups) {
    for (const Stuck::Poll& poll : group.polls) {
      if (!poll.host_visible) continue;
      std::string why = stuck.host_waits;
      if (why.empty())
        why = stuck.kind == Stuck::Kind::kInterrupted
                  ? "has not done so"
                  : "here only after the launch has returned";
      d.notes.push_back(
          {"host", "it can store to `" +
                       scene_.data_symbol(poll.space, poll.address) +
                       "`, but " + why});
      return;
    }
  }
}

void StuckCheck::livelock(const Stuck& stuck, uint32_t block) const {
  const std::vector<Waiting> all = waiting_in(stuck, block);
  report::Diagnostic d = start("livelock");
  uint64_t running = 0;
  for (const Waiting& group : all)
    if (group.first.why == Why::kRunning) running += group.threads.size();
  d.message = count_of(running, "thread") + " of block " +
              scene_.block_name(block) + (running == 1 ? " goes" : " go") +
              " round in a loop that cannot end";
  add_places(all, d);
  run_first(all, d);
  add_host_note(stuck, d);
  add_notes(stuck, block, all, d);
  d.why =
      "all warps went round their loops, no byte of memory changed, and "
      "nobody else can change one";
  d.hint = "what must change for this loop to end, and who changes it?";
  scene_.add(std::move(d));
}

void StuckCheck::not_resident(const Stuck& stuck, uint32_t block) const {
  const std::vector<Waiting> all = waiting_in(stuck, block);
  report::Diagnostic d = start("grid-barrier-not-resident");
  const auto& grid = scene_.launch().grid;
  const uint64_t blocks = uint64_t{grid[0]} * grid[1] * grid[2];
  const bool one = stuck.blocks_not_started == 1;
  d.message = count_of(stuck.blocks_resident, "running block") +
              (stuck.blocks_resident == 1 ? " waits" : " wait") + "; " +
              count_of(stuck.blocks_not_started, "block") + " of " +
              std::to_string(blocks) + " cannot start before one ends";
  add_places(all, d);
  run_first(all, d);
  d.notes.push_back(
      {"fit",
       count_of(static_cast<uint64_t>(stuck.sms), "multiprocessor") + " with " +
           count_of(static_cast<uint64_t>(stuck.blocks_per_sm), "block") +
           " each: " + stuck.fit});
  add_host_note(stuck, d);
  add_notes(stuck, block, all, d);
  d.why = std::string("blocks stay until they end; what the running ones ") +
          "wait for does not come from them, and the other" +
          (one ? " block is" : " blocks are") + " not there to do it";
  d.hint = "how many blocks run at the same time, and how many must arrive?";
  scene_.add(std::move(d));
}

void StuckCheck::too_long(const Stuck& stuck, uint32_t block) const {
  const std::vector<Waiting> all = waiting_in(stuck, block);
  report::Diagnostic d = start("livelock");
  d.message = "the kernel did not end in time";
  if (stuck.kind == Stuck::Kind::kTooLong)
    d.message = "the kernel did not end within " + std::to_string(stuck.limit) +
                " warp instructions";
  if (stuck.kind == Stuck::Kind::kTooMuchText)
    d.message = "the kernel printed more than " + std::to_string(stuck.limit) +
                " bytes";
  const Waiting* running = nullptr;
  for (const Waiting& group : all)
    if (running == nullptr && group.first.why == Why::kRunning)
      running = &group;
  const int line = running == nullptr
                       ? 0
                       : scene_.kernel().info[running->first.pc].line.line;
  if (line != 0)
    d.message += "; warp " + std::to_string(running->first.at.warp) +
                 " is at line " + std::to_string(line);
  add_places(all, d);
  if (stuck.kind == Stuck::Kind::kTooLong)
    d.notes.push_back({"limit", "SIMT_LIMIT=N sets another one, 0 none"});
  if (stuck.kind == Stuck::Kind::kInterrupted) add_host_note(stuck, d);
  add_notes(stuck, block, all, d);
  d.why =
      stuck.blocks_resident == 0
          ? "the program was asked to end while the kernel ran"
          : "threads that still run may repeat a loop whose condition never "
            "changes";
  d.hint = "what must change for this loop to end, and who changes it?";
  scene_.add(std::move(d));
}

}  // namespace simt::checks
