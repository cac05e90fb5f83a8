// SPDX-License-Identifier: MIT
// The inner loop: runs one split until it waits, ends, meets another split
// or has used its quota.
#include <bit>

#include "simt/machine/grid.h"
#include "simt/ops/owners.h"

namespace simt {
namespace {

constexpr uint64_t kRound = 1 << 16;  // instructions of a warp at most
constexpr uint32_t kMostPolls = 16;   // then others may have their turn

inline uint64_t idle_of(LaneMask mask) {
  return static_cast<uint64_t>(std::popcount(~mask));
}

// Runs for a full warp without a look at its lanes.
inline bool is_plain(const ops::Inst& in) {
  return in.guard == ops::kNoRef && (in.flags & ops::kConverge) == 0;
}

}  // namespace

// A round of a loop that reads what others may change: nothing has happened
// in the last few, so the split waits for somebody else.
bool Grid::polled_enough(Split& split) {
  if (split.effects != context_.effects) split.polls = 0;
  split.effects = context_.effects;
  if (++split.polls < kMostPolls) return false;
  split.polls = 0;
  return true;
}

void Grid::enter_warp(Block& block, Warp& warp) {
  ops::Context& c = context_;
  c.pool[2] = warp.specials.get();
  c.local = warp.local.get();
  c.at = c.home = {block.index, block.slot, warp.index};
  if (c.owners != nullptr) {
    const uint64_t before = (block.index - first_block_) * shape_.warps;
    c.owner = c.owners->first() +
              static_cast<uint32_t>((before + warp.index) * kWarpSize);
  }
  running_block_ = &block;
  running_warp_ = &warp;
}

bool Grid::run_warp(Block& block, Warp& warp, uint32_t budget) {
  enter_warp(block, warp);
  const uint64_t end = now_ + budget;
  while (now_ < end) {
    Split* split = scheduler_->pick(warp);
    if (split == nullptr) return true;
    const auto left = static_cast<uint32_t>(end - now_);
    switch (run_split(block, warp, *split, left)) {
      case Stop::kPause:
        return true;
      case Stop::kFault:
        return false;
      default:
        break;
    }
  }
  return true;
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

Livelock::Round Grid::look() {
  looks_ = true;
  const Livelock::Round result = round();
  looks_ = false;
  return result;
}

// One round of every resident warp, in plain order.
Livelock::Round Grid::round() {
  const uint64_t before = now_;
  for (Block* block : blocks_.all()) {
    enter_block(*block);
    for (Warp& warp : block->warps)
      if (warp.runnable()) {
        const uint64_t start = now_;
        const bool goes_on = round(*block, warp);
        warp.issued += now_ - start;
        if (!goes_on) return Livelock::Round::kFault;
      }
  }
  return now_ == before ? Livelock::Round::kIdle : Livelock::Round::kRan;
}

// Runs plain instructions of a full warp from `pc` on, at most `left`. Stops
// before one that is not plain (kNext), or at one that did not just go on: its
// step, and `left` still counts it.
ops::Step Grid::run_plain(uint32_t& pc, uint32_t& left) {
  ops::Context& c = context_;
  const ops::Inst* in = code_ + pc;
  uint64_t* warps = executions_.warps.data() + pc;
  auto step = ops::Step::kNext;
  uint32_t n = left;
  for (; n > 0 && is_plain(*in); --n, ++in, ++warps) {
    ++now_;
    ++*warps;
    step = in->run(c, *in, kAllLanes);
    if (step != ops::Step::kNext) break;
  }
  pc = static_cast<uint32_t>(in - code_);
  left = n;
  return step;
}

// Every path that changes `split` writes its pc back first; after a branch
// or an exit the reference may be gone, so those return at once.
// kSteps: each instruction is told to steps_; else nothing is paid for that.
template <bool kSteps>
Grid::Stop Grid::run_split_as(Block& block, Warp& warp, Split& split,
                              uint32_t budget) {
  ops::Context& c = context_;
  c.pool[0] = split.frame->registers.get();
  ++c.visit;
  c.exited = ~warp.live;
  const ops::Inst* const code = code_;
  uint64_t* const warps = executions_.warps.data();
  uint64_t* const idle = executions_.idle.data();
  const bool alone = warp.splits.size() == 1 && !context_.compare_stores;
  const LaneMask mask = split.mask;
  const bool whole = !kSteps && alone && mask == kAllLanes;
  const auto tell = [&](uint32_t at, LaneMask lanes) {
    if (kSteps && !looks_) steps_->after(c, warp, mask, lanes, at);
  };
  const uint32_t quota = alone ? budget : std::min(budget, kSplitQuota);
  uint32_t pc = split.pc, loops = split.loops;
  split.since = now_;
  uint32_t left = quota;
  for (; left > 0; --left) {
    LaneMask m = mask;
    auto step = ops::Step::kNext;
    if (whole) {
      step = run_plain(pc, left);
      if (left == 0) break;
    }
    const ops::Inst& in = code[pc];
    if (step == ops::Step::kNext) {
      if (!alone && (in.flags & ops::kLeader) && left != quota) break;
      if (in.guard != ops::kNoRef) {
        const LaneMask p = ops::predicate(c, in.guard);
        m &= in.flags & ops::kGuardNegated ? ~p : p;
      }
      ++now_;
      ++warps[pc];
      if (m != kAllLanes) idle[pc] += idle_of(m);
      if (m == 0) {
        tell(pc, m);
        ++pc;
        continue;
      }
      if (in.flags & ops::kConverge) {
        split.pc = pc;
        if (!convergence_.gather(block, warp, split, m)) {
          --warps[pc];
          --warp.issued;
          if (m != kAllLanes) idle[pc] -= idle_of(m);
          return Stop::kRepick;
        }
        if (c.delay_stores && is_warp_barrier(kernel_.info[pc]))
          publish(m, Scope::kCta);
      }
      if constexpr (kSteps) steps_->before(c, pc);
      step = in.run(c, in, m);
      if (step != ops::Step::kFault && step != ops::Step::kProducts)
        tell(pc, m);
      if (step == ops::Step::kNext) {
        ++pc;
        continue;
      }
    }
    if (step == ops::Step::kBranch && m == mask) {
      pc = in.target;
      if ((in.flags & ops::kBackward) == 0) continue;
      if (!alone && ++loops >= kLoopQuota) break;
      if ((in.flags & ops::kPolls) == 0) continue;
      waits_ = polled_enough(split);
      if (waits_) break;
      continue;
    }
    split.pc = pc;
    split.loops = loops;
    split.used += quota - left;
    split.steps += quota - left;
    return special(block, warp, split, m, step);
  }
  split.pc = pc;
  split.used += quota - left;
  split.steps += quota - left;
  split.loops = loops;
  return alone || waits_ ? Stop::kPause : Stop::kRepick;
}

Grid::Stop Grid::run_split(Block& block, Warp& warp, Split& split,
                           uint32_t budget) {
  return steps_ ? run_split_as<true>(block, warp, split, budget)
                : run_split_as<false>(block, warp, split, budget);
}

}  // namespace simt
