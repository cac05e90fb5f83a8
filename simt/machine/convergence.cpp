// SPDX-License-Identifier: MIT
// Lanes may come by several ways, in groups with masks of their own, and to
// __syncwarp() at different instructions.
#include "simt/machine/convergence.h"

#include <algorithm>
#include <bit>

namespace simt {
namespace {

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

/// Adds the lanes that wait at the split's instruction to the split; true when
/// there were some. Then all of them look again.
bool join_waiting(Warp& warp, Split& split) {
  bool joined = false;
  for (Split& s : warp.splits) {
    if (&s == &split || s.wait != Wait::kWarp || s.pc != split.pc ||
        s.frame != split.frame)
      continue;
    split.mask |= s.mask;
    s.mask = 0;
    joined = true;
  }
  std::erase_if(warp.splits, [](const Split& s) { return s.mask == 0; });
  return joined;
}

}  // namespace

// The operand e of a .sync instruction: a row of its pool (ops::Ref).
const LaneMask* Convergence::masks_of(const Warp& warp,
                                      const Split& split) const {
  const ops::Ref e = kernel_.code[split.pc].e;
  const std::byte* const pools[] = {split.frame->registers.get(),
                                    kernel_.constants.data(),
                                    warp.specials.get()};
  return reinterpret_cast<const LaneMask*>(pools[e >> 30] + (e & 0x3fffffffu));
}

Convergence::Named Convergence::named_by(const Warp& warp, const Split& split,
                                         LaneMask mask) const {
  Named named;
  const LaneMask* const masks = masks_of(warp, split);
  for (LaneMask left = mask; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    const LaneMask own = masks[i];
    named.by_lane[static_cast<size_t>(i)] = own;
    named.any |= own;
    named.all &= own;
    if (!(own >> i & 1)) named.strangers |= 1u << i;
    if ((own & warp.live & ~mask) == 0) named.ready |= 1u << i;
  }
  return named;
}

void Convergence::check_masks(const WarpPlace& at, const Split& split,
                              LaneMask mask, const Named& named) {
  const LaneMask wrong = named.strangers != 0 ? named.strangers
                         : named.all == named.any
                             ? 0
                             : different_masks(named.by_lane, mask);
  if (wrong == 0) return;
  MaskError error;
  error.kind = named.strangers != 0 ? MaskError::Kind::kNotInOwnMask
                                    : MaskError::Kind::kDifferentMasks;
  error.at = at;
  error.pc = split.pc;
  error.mask = named.by_lane[static_cast<size_t>(std::countr_zero(wrong))];
  error.lanes = wrong;
  observer_.on_mask_error(error);
}

/// Nearly always: the lanes name one mask, themselves and nobody who is
/// missing.
bool Convergence::all_here(const Warp& warp, const Split& split,
                           LaneMask mask) const {
  const LaneMask* const masks = masks_of(warp, split);
  LaneMask any = 0, all = kAllLanes;
  if (mask == kAllLanes) {
    for (size_t i = 0; i < kWarpSize; ++i) {
      any |= masks[i];
      all &= masks[i];
    }
  } else {
    for (LaneMask left = mask; left != 0; left &= left - 1) {
      any |= masks[std::countr_zero(left)];
      all &= masks[std::countr_zero(left)];
    }
  }
  return any == all && (mask & ~any) == 0 && (any & warp.live & ~mask) == 0;
}

bool Convergence::gather(Block& block, Warp& warp, Split& split,
                         LaneMask mask) {
  if (all_here(warp, split, mask)) return true;
  const Named named = named_by(warp, split, mask);
  LaneMask missing = named.any & warp.live & ~mask;
  if (lockstep_ && missing != 0) {
    MaskError error;
    error.kind = MaskError::Kind::kNotTogether;
    error.at = place_of(block, warp);
    error.pc = split.pc;
    error.mask = named.any;
    error.lanes = missing;
    observer_.on_mask_error(error);
    missing = 0;
  }
  if (missing == 0) {
    check_masks(place_of(block, warp), split, mask, named);
    return true;
  }
  if (join_waiting(warp, split)) return false;
  if (named.ready != 0) {  // complete groups need not wait for the others
    Split others = split;
    others.mask &= ~named.ready;
    split.mask = named.ready;
    warp.splits.push_back(others);
    // Those must wait: splits that could run here would be merged again.
    Split& late = warp.splits.back();
    const LaneMask lanes = mask & ~named.ready;
    wait(block, warp, late, lanes, named_by(warp, late, lanes).any);
    return false;
  }
  wait(block, warp, split, mask, named.any);
  return false;
}

void Convergence::wait(Block& block, Warp& warp, Split& split, LaneMask mask,
                       LaneMask asked) {
  Split& here = divergence_.leave_behind(warp, split, mask);
  here.wait = Wait::kWarp;
  here.asked = asked;
  sync_across(block, warp, here, asked);
}

// __syncwarp() may be reached at different instructions: when all lanes of
// the mask wait at one, they have met.
void Convergence::sync_across(Block& block, Warp& warp, const Split& split,
                              LaneMask asked) {
  LaneMask here = 0;
  for (const Split& s : warp.splits)
    if (s.wait == Wait::kWarp && s.asked == asked &&
        is_warp_barrier(kernel_.info[s.pc]))
      here |= s.mask;
  if ((asked & warp.live & ~here) != 0 || (here & split.mask) == 0) return;
  WarpSync event;
  event.at = place_of(block, warp);
  event.pc = split.pc;
  event.lanes = here;
  event.memory = true;
  stores_.publish(block, warp, here, Scope::kCta);
  observer_.on_warp_sync(event);
  for (Split& s : warp.splits) {
    if (s.wait != Wait::kWarp || s.asked != asked) continue;
    ++executions_.warps[s.pc];
    ++warp.issued;
    executions_.idle[s.pc] += static_cast<uint64_t>(std::popcount(~s.mask));
    s.wait = Wait::kNone;
    ++s.pc;
  }
}

}  // namespace simt
