// SPDX-License-Identifier: MIT
// A split becomes several; it keeps the first of its new masks, the others are
// added.
#include "simt/machine/divergence.h"

#include <bit>

namespace simt {

// Where the lanes of a split that is at a branch reconverge.
Join Divergence::join_of(const Split& split) const {
  const uint32_t pc = kernel_.info[split.pc].join;
  const Frame* frame = split.frame;
  if (pc != program::kNoJoin) return {pc, frame, split.mask};
  if (frame->parent == nullptr) return {program::kNoJoin, nullptr, split.mask};
  return {frame->return_pc, frame->parent, split.mask};
}

void Divergence::add(Warp& warp, const Split& other, const Join& join) {
  warp.splits.push_back(other);
  diverged(warp, join);
}

void Divergence::diverged(Warp& warp, const Join& join) {
  warp.diverged = true;
  scheduler_.diverged(warp, join);
}

void Divergence::stay_behind(Warp& warp, Split& split, LaneMask lanes) {
  const Join join{split.pc + 1, split.frame, split.mask};
  Split other = split;
  other.mask = lanes;
  other.used = kSplitQuota;
  split.mask &= ~lanes;
  ++split.pc;
  split.steps = other.steps = 0;
  add(warp, other, join);
}

void Divergence::branch(Warp& warp, Split& split, LaneMask taken,
                        uint32_t target) {
  const Join join = join_of(split);
  Split other = split;
  other.mask = taken;
  other.pc = target;
  if ((kernel_.code[split.pc].flags & ops::kBackward) != 0) ++other.loops;
  split.mask &= ~taken;
  ++split.pc;
  split.steps = other.steps = 0;
  add(warp, other, join);
}

bool Divergence::branch_many(Warp& warp, Split& split, LaneMask taken,
                             const uint32_t* targets) {
  const Split before = split;
  const Join join = join_of(split);
  uint32_t sides = 0;
  const auto go = [&](LaneMask lanes, uint32_t to) {
    if (sides++ == 0) {
      split.mask = lanes;
      split.pc = to;
      return;
    }
    Split other = before;
    other.mask = lanes;
    other.pc = to;
    fresh_.push_back(other);
  };
  for (LaneMask left = taken; left != 0;) {
    const uint32_t to = targets[std::countr_zero(left)];
    LaneMask same = 0;
    for (LaneMask who = left; who != 0; who &= who - 1) {
      const int i = std::countr_zero(who);
      if (targets[i] == to) same |= 1u << i;
    }
    go(same, to);
    left &= ~same;
  }
  if (before.mask != taken) go(before.mask & ~taken, before.pc + 1);
  warp.splits.insert(warp.splits.end(), fresh_.begin(), fresh_.end());
  fresh_.clear();
  if (sides > 1) diverged(warp, join);
  return sides > 1;
}

Split& Divergence::separate(Warp& warp, Split& split, LaneMask mask) {
  const auto index = static_cast<size_t>(&split - warp.splits.data());
  const Join join{split.pc + 1, split.frame, split.mask};
  Split other = split;
  other.mask &= ~mask;
  ++other.pc;
  split.mask = mask;
  add(warp, other, join);
  return warp.splits[index];
}

void Divergence::exit(Warp& warp, Split& split, LaneMask lanes) {
  split.mask &= ~lanes;
  ++split.pc;
  std::erase_if(warp.splits, [](const Split& s) { return s.mask == 0; });
  for (Split& s : warp.splits)
    if (s.wait == Split::Wait::kWarp) s.wait = Split::Wait::kNone;
}

}  // namespace simt
