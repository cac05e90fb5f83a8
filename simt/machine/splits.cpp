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
  Divergence::exit(warp, split, mask);
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
  Split& here = divergence_.leave_behind(warp, split, mask);
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
