// SPDX-License-Identifier: MIT
// Finds launches that run in a circle: every warp goes round its loop, no
// byte of memory changes, and the registers that decide what comes next take
// values that they had before. No clock is needed: that state comes again and
// again. A loop that counts its rounds to end by itself never comes back to an
// old state; one that waits for a time ends when the clocks are put on.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "simt/machine/grid.h"

namespace simt {
namespace {

constexpr uint64_t kFirstQuiet = 1 << 16;  // instructions before the first look
constexpr uint64_t kFirstBusy = 1 << 22;   // likewise, while stores go on
constexpr uint64_t kLongest = uint64_t{1} << 28;  // between two looks
constexpr uint32_t kFirstRounds = 8, kMostRounds = 1 << 12;
constexpr uint64_t kRound = 1 << 16;  // instructions of a warp at most
constexpr uint64_t kMostRecorded = 64;
// How far the clocks are put on when nothing else changes any more: who waits
// for a time has waited for it then, also by the lower half of a clock.
constexpr std::array<uint64_t, 3> kJumps{
    uint64_t{1} << 30, (uint64_t{1} << 40) + (uint64_t{1} << 29),
    (uint64_t{1} << 50) + (uint64_t{1} << 30)};

struct Hash {
  uint64_t value = 0x9e3779b97f4a7c15u;
  void add(uint64_t word) {
    value = (value ^ word) * 0xff51afd7ed558ccdu;
    value ^= value >> 32;
  }
  void add(const std::byte* bytes, uint32_t count) {
    uint64_t word = 0;
    for (; count >= 8; count -= 8, bytes += 8) {
      std::memcpy(&word, bytes, 8);
      add(word);
    }
    word = 0;
    std::memcpy(&word, bytes, count);
    add(word);
  }
};

uint64_t key_of(const WarpPlace& at) {
  return uint64_t{at.block} << 32 | at.warp;
}

}  // namespace

// What the threads of a circle look at, by warp.
struct PollRecorder final : Observer {
  void on_access(const Access& access) override {
    if (access.kind == AccessKind::kStore || access.space == ptx::Space::kLocal)
      return;
    auto& polls = found[key_of(access.at)];
    for (Stuck::Poll& known : polls) {
      if (known.pc != access.pc) continue;
      known.lanes |= access.active;
      return;
    }
    Stuck::Poll poll;
    poll.pc = access.pc;
    poll.kind = access.kind;
    poll.space = access.space;
    poll.address = access.lane_address(std::countr_zero(access.active));
    poll.lanes = access.active;
    poll.host_visible =
        access.allocation != nullptr && access.allocation->host_visible;
    polls.push_back(poll);
  }
  std::map<uint64_t, std::vector<Stuck::Poll>> found;
};

Circle::Circle()
    : next_quiet(kFirstQuiet), next_busy(kFirstBusy), rounds(kFirstRounds) {}

// A look costs rounds; each next one may cost more but comes later.
bool Circle::due(uint64_t now, bool quiet) {
  uint64_t& next = quiet ? next_quiet : next_busy;
  if (now < next) return false;
  uint64_t& gap = quiet ? quiet_gap : busy_gap;
  gap = std::min(kLongest, gap == 0 ? next : gap * 2);
  next = now + gap;
  rounds = std::min(kMostRounds, rounds * 2);
  return true;
}

uint64_t Grid::state(const Relevance& relevance) const {
  Hash hash;
  for (const Block* block : queue_) {
    hash.add(block->index);
    for (const Barrier& barrier : block->barriers)
      if (barrier.open)
        for (LaneMask lanes : barrier.arrived) hash.add(lanes);
    for (const Warp& warp : block->warps) {
      for (const Join& join : warp.joins)
        hash.add(uint64_t{join.pc} << 32 | join.lanes);
      for (const Split& s : warp.splits) {
        hash.add(uint64_t{s.pc} << 32 | s.mask);
        hash.add(static_cast<uint64_t>(s.wait) << 32 |
                 static_cast<uint64_t>(s.barrier));
        if (s.wait != Split::Wait::kNone)
          hash.add(uint64_t{s.asked} << 32 | s.value);
        for (const Frame* f = s.frame; f != nullptr; f = f->parent) {
          hash.add(uint64_t{f->function} << 32 | f->return_pc);
          for (const Relevance::Span& span : relevance.spans(f->function))
            hash.add(f->registers.get() + span.offset, span.bytes);
        }
      }
    }
  }
  return hash.value;
}

// Lets each split of the warp run to the next backward branch that it takes.
bool Grid::round(Block& block, Warp& warp) {
  enter_warp(block, warp);
  for (Split& s : warp.splits) {
    s.used = 0;
    s.loops = kLoopQuota - 1;
  }
  const uint64_t end = now_ + kRound;
  while (now_ < end) {
    Split* next = scheduler_->pick_in_round(warp);
    if (next == nullptr) break;
    if (run_split(block, warp, *next, kRound) == Stop::kFault) return false;
  }
  for (Split& s : warp.splits) s.loops = 0;
  return true;
}

// One round of every resident warp, in plain order.
bool Grid::round() {
  for (Block* block : queue_) {
    context_.shared = block->shared.get();
    for (Warp& warp : block->warps)
      if (warp.runnable() && !round(*block, warp)) return false;
  }
  return true;
}

// Brent's way to find a cycle: compare with a state that is renewed at every
// power of two.
Grid::Look Grid::look_for_circle() {
  drain_stores();
  const uint64_t changes = context_.effects, began = now_;
  const bool delays = std::exchange(context_.delay_stores, false);
  context_.compare_stores = true;
  Relevance relevance(kernel_, executions_);
  uint64_t saved = 0, power = 0, steps = 0;
  size_t jumps = 0;
  Look look = Look::kMovesOn;
  for (uint32_t i = 0; i < circle_.rounds; ++i) {
    if (!round()) look = Look::kFault;
    if (look == Look::kFault || context_.effects != changes) break;
    if (now_ == began) break;  // nothing runs
    if (relevance.grow(executions_)) power = 0;
    const uint64_t now = state(relevance);
    if (power != 0 && now == saved) {
      if (relevance.reads_clock() && jumps < kJumps.size()) {
        skipped_ += kJumps[jumps++];
        power = ~uint64_t{0};  // back to this very state, or it moves on
        steps = 0;
        continue;
      }
      look = record(steps + 1) ? Look::kCircle : Look::kMovesOn;
      break;
    }
    if (power == 0 || ++steps == power) {
      saved = now;
      power = power == 0 ? 1 : power * 2;
      steps = 0;
    }
  }
  context_.compare_stores = false;
  context_.delay_stores = delays;
  return look;
}

// Goes round once more and keeps what is read; false when the host can still
// store to some of it.
bool Grid::record(uint64_t period) {
  PollRecorder recorder;
  Observer* const observer = std::exchange(context_.observer, &recorder);
  const Executions counted = executions_;
  for (uint64_t i = 0; i < std::min(period, kMostRecorded); ++i) round();
  executions_ = counted;
  context_.observer = observer;
  polls_ = std::move(recorder.found);
  const bool others = settings_.host_threads && settings_.host_threads();
  for (const auto& [warp, polls] : polls_)
    for (const Stuck::Poll& poll : polls)
      if (poll.host_visible && others) return false;
  return true;
}

std::vector<Stuck::Poll> Grid::polls_of(const WarpPlace& at,
                                        LaneMask lanes) const {
  std::vector<Stuck::Poll> all;
  const auto found = polls_.find(key_of(at));
  if (found == polls_.end()) return all;
  for (const Stuck::Poll& poll : found->second)
    if ((poll.lanes & lanes) != 0) all.push_back(poll);
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.pc < b.pc; });
  return all;
}

}  // namespace simt
