// SPDX-License-Identifier: MIT
// A warp's splits: which goes next, where they part, where they meet, and
// how the lanes named by a mask are brought together.
#include <algorithm>
#include <array>
#include <bit>

#include "simt/machine/grid.h"

namespace simt {
namespace {

constexpr uint64_t kEarlyReturn = 2;  // a branch to the end, and ret

using Wait = Split::Wait;

/// Of `lanes`, those that name another one whose mask is not their own.
LaneMask different_masks(const std::array<LaneMask, kWarpSize>& masks,
                         LaneMask lanes) {
  LaneMask different = 0;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const auto i = static_cast<size_t>(std::countr_zero(left));
    for (LaneMask named = masks[i] & lanes; named != 0; named &= named - 1)
      if (masks[static_cast<size_t>(std::countr_zero(named))] != masks[i])
        different |= LaneMask{1} << i;
  }
  return different;
}

}  // namespace

// Runnable splits at one instruction of one frame become one. Waiting ones
// join only their equals.
void Grid::merge(Warp& warp) {
  auto& splits = warp.splits;
  for (size_t i = 0; i < splits.size(); ++i) {
    for (size_t j = i + 1; j < splits.size();) {
      Split& a = splits[i];
      Split& b = splits[j];
      if (a.pc != b.pc || a.frame != b.frame || a.wait != b.wait ||
          a.barrier != b.barrier || a.wait == Wait::kWarp) {
        ++j;
        continue;
      }
      a.mask |= b.mask;
      a.value |= b.value;
      a.used = std::min(a.used, b.used);
      a.steps = std::max(a.steps, b.steps);
      a.loops = std::min(a.loops, b.loops);
      splits.erase(splits.begin() + static_cast<std::ptrdiff_t>(j));
    }
  }
}

bool Grid::before(const Split& a, const Split& b) const {
  const auto order = [&](const Split& x) {
    return std::pair(~x.frame->depth, kernel_.info[x.pc].rank);
  };
  return order(a) < order(b);
}

// The deepest call first, then the lowest rank, so that lanes meet again
// early; a split whose quota is used up lets the others run (Volta's
// guarantee that every thread gets on).
Split* Grid::pick(Warp& warp) {
  if (lockstep_) {
    Split* next = pick_lockstep(warp);
    if (next != nullptr) next->used = next->loops = 0;
    return next;
  }
  if (warp.splits.size() == 1) {
    Split& only = warp.splits.front();
    only.used = only.loops = 0;
    return only.wait == Wait::kNone ? &only : nullptr;
  }
  merge(warp);
  for (int attempt = 0; attempt < 2; ++attempt) {
    Split* best = nullptr;
    uint32_t runnable = 0;
    for (Split& s : warp.splits) {
      if (s.wait != Wait::kNone) continue;
      ++runnable;
      if (settings_.schedule != 0 && dice_.below(8 * runnable) == 0) {
        best = &s;
        continue;
      }
      if (s.used >= kSplitQuota || s.loops >= kLoopQuota) continue;
      if (best == nullptr || before(s, *best)) best = &s;
    }
    if (best != nullptr || runnable == 0) return best;
    for (Split& s : warp.splits) s.used = s.loops = 0;
  }
  return nullptr;
}

void Grid::branch(Warp& warp, Split& split, LaneMask taken, uint32_t target) {
  const Join join = join_of(split);
  Split other = split;
  other.mask = taken;
  other.pc = target;
  if ((kernel_.code[split.pc].flags & ops::kBackward) != 0) ++other.loops;
  split.mask &= ~taken;
  ++split.pc;
  split.steps = other.steps = 0;
  warp.splits.push_back(other);
  if (lockstep_) part(warp, join);
}

void Grid::branch_many(Warp& warp, Split& split, LaneMask mask) {
  const Split before = split;
  const Join join = join_of(split);
  const uint32_t pc = split.pc;
  uint32_t parts = 0;
  LaneMask rest = before.mask & ~mask;
  auto place = [&](LaneMask lanes, uint32_t to) {
    if (parts++ == 0) {
      split.mask = lanes;
      split.pc = to;
      return;
    }
    Split other = before;
    other.mask = lanes;
    other.pc = to;
    fresh_.push_back(other);
  };
  for (LaneMask left = mask; left != 0;) {
    const uint32_t to = context_.lane_target[std::countr_zero(left)];
    LaneMask same = 0;
    for (LaneMask who = left; who != 0; who &= who - 1) {
      const int i = std::countr_zero(who);
      if (context_.lane_target[i] == to) same |= 1u << i;
    }
    place(same, to);
    left &= ~same;
  }
  if (rest != 0) place(rest, pc + 1);
  if (parts > 1) ++executions_.divergent[pc];
  warp.splits.insert(warp.splits.end(), fresh_.begin(), fresh_.end());
  fresh_.clear();
  if (lockstep_ && parts > 1) part(warp, join);
}

// Adds `other`, whose lanes were the split's; they meet at `join`.
void Grid::diverge(Warp& warp, const Split& other, const Join& join) {
  warp.splits.push_back(other);
  if (lockstep_) part(warp, join);
}

// The lanes of `split` outside `mask` go on behind the instruction; returns the
// split of `mask`.
Split& Grid::leave_behind(Warp& warp, Split& split, LaneMask mask) {
  if (mask == split.mask) return split;
  const auto index = static_cast<size_t>(&split - warp.splits.data());
  const Join join{split.pc + 1, split.frame, split.mask};
  Split other = split;
  other.mask &= ~mask;
  ++other.pc;
  split.mask = mask;
  diverge(warp, other, join);
  return warp.splits[index];
}

void Grid::exit_lanes(Block& block, Warp& warp, Split& split, LaneMask mask) {
  warp.live &= ~mask;
  observer_->on_exit({block.index, block.slot, warp.index}, mask);
  const auto count = static_cast<uint32_t>(std::popcount(mask));
  block.live_threads -= count;
  block.exited_threads += count;
  ++context_.effects;
  for (Barrier& barrier : block.barriers)
    if (barrier.open && barrier.arrived[warp.index] != 0 &&
        split.steps > kEarlyReturn)
      barrier.late[warp.index] |= mask;
  calls_.unwind(split.frame, mask);
  split.mask &= ~mask;
  ++split.pc;
  std::erase_if(warp.splits, [](const Split& s) { return s.mask == 0; });
  // Those who wait for an exited lane wait no longer.
  for (Split& s : warp.splits)
    if (s.wait == Wait::kWarp) s.wait = Wait::kNone;
  for (int id = 0; id < 16; ++id)
    if (block.barriers[id].open) try_barrier(block, id);
}

uint32_t Grid::lane_mask(const Split& split, const ops::Inst& in,
                         int lane) const {
  const std::byte* base = in.e >> 30 == 0 ? split.frame->registers.get()
                                          : context_.pool[in.e >> 30];
  return reinterpret_cast<const uint32_t*>(base + (in.e & 0x3fffffffu))[lane];
}

// True when every live lane that the masks of `mask` name is here, so that
// the instruction can run now. Otherwise the split waits; in lockstep nobody
// waits, and who is not here takes no part.
bool Grid::converge(Warp& warp, Split& split, LaneMask mask) {
  const ops::Inst& in = kernel_.code[split.pc];
  LaneMask asked = 0, strangers = 0, ready = 0, common = kAllLanes;
  std::array<LaneMask, kWarpSize> masks{};
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const LaneMask own = lane_mask(split, in, i);
    masks[static_cast<size_t>(i)] = own;
    asked |= own;
    common &= own;
    if (!(own >> i & 1)) strangers |= 1u << i;
    if ((own & warp.live & ~mask) == 0) ready |= 1u << i;
  }
  LaneMask missing = asked & warp.live & ~mask;
  if (lockstep_ && missing != 0) {
    MaskError error;
    error.kind = MaskError::Kind::kNotTogether;
    error.at = context_.at;
    error.pc = split.pc;
    error.mask = asked;
    error.lanes = missing;
    observer_->on_mask_error(error);
    missing = 0;
  }
  if (missing != 0) {
    for (Split& s : warp.splits) {  // lanes that wait here already
      if (&s == &split || s.wait != Wait::kWarp || s.pc != split.pc ||
          s.frame != split.frame)
        continue;
      split.mask |= s.mask;
      s.mask = 0;
      missing = kAllLanes;  // look again, with all of them
    }
    if (missing == kAllLanes) {
      const uint32_t pc = split.pc;
      Frame* frame = split.frame;
      std::erase_if(warp.splits, [](const Split& s) { return s.mask == 0; });
      for (Split& s : warp.splits)
        if (s.pc == pc && s.frame == frame) s.wait = Wait::kNone;
      return false;
    }
  }
  if (missing == 0) {
    const LaneMask wrong = strangers != 0    ? strangers
                           : common == asked ? 0
                                             : different_masks(masks, mask);
    if (wrong != 0) {
      MaskError error;
      error.kind = strangers != 0 ? MaskError::Kind::kNotInOwnMask
                                  : MaskError::Kind::kDifferentMasks;
      error.at = context_.at;
      error.pc = split.pc;
      error.mask = lane_mask(split, in, std::countr_zero(wrong));
      error.lanes = wrong;
      observer_->on_mask_error(error);
    }
    return true;
  }
  if (ready != 0) {  // groups that are complete need not wait for the others
    Split others = split;
    others.mask &= ~ready;
    split.mask = ready;
    warp.splits.push_back(others);
    return false;
  }
  Split& here = leave_behind(warp, split, mask);
  here.wait = Wait::kWarp;
  here.asked = asked;
  sync_across(warp, here, asked);
  return false;
}

// __syncwarp() may be reached at different instructions: when all lanes of
// the mask wait at one, they have met.
void Grid::sync_across(Warp& warp, Split& split, LaneMask asked) {
  LaneMask here = 0;
  for (const Split& s : warp.splits) {
    const program::InstInfo& info = kernel_.info[s.pc];
    if (s.wait == Wait::kWarp && s.asked == asked && info.op != nullptr &&
        info.op->event == ops::Event::kWarpBarrier)
      here |= s.mask;
  }
  if ((asked & warp.live & ~here) != 0 || (here & split.mask) == 0) return;
  WarpSync event;
  event.at = context_.at;
  event.pc = split.pc;
  event.lanes = here;
  event.memory = true;
  if (context_.delay_stores) publish(here, Scope::kCta);
  observer_->on_warp_sync(event);
  for (Split& s : warp.splits) {
    if (s.wait != Wait::kWarp || s.asked != asked) continue;
    ++executions_.warps[s.pc];
    executions_.idle[s.pc] += static_cast<uint64_t>(std::popcount(~s.mask));
    s.wait = Wait::kNone;
    ++s.pc;
  }
}

}  // namespace simt
