// SPDX-License-Identifier: MIT
// Which of a warp's splits runs next. Two rules exist: independent threads
// (Volta and later) and lockstep (before). Knows nothing of blocks.
#pragma once

#include <utility>

#include "simt/machine/block.h"

namespace simt {

class WarpScheduler {
 public:
  virtual ~WarpScheduler() = default;

  /// The split that runs next; null when none can.
  Split* pick(Warp& warp) {
    if (warp.splits.size() != 1) return pick_of_several(warp);
    Split& only = warp.splits.front();
    only.used = only.loops = 0;
    return the_only(warp);
  }

  /// Likewise in a round that looks for a livelock: leaves out the splits that
  /// have used up their backward branches.
  virtual Split* pick_in_round(Warp& warp) = 0;

  /// The lanes of `join` have diverged into several splits.
  virtual void diverged(Warp& warp, const Join& join) = 0;

 protected:
  /// The one split that the warp has: it waits for no other's turn. Its loops
  /// stay counted: a round ends by them.
  static Split* the_only(Warp& warp) {
    warp.joins.clear();
    Split& only = warp.splits.front();
    if (only.wait == Split::Wait::kTurn) only.wait = Split::Wait::kNone;
    return only.wait == Split::Wait::kNone ? &only : nullptr;
  }

 private:
  virtual Split* pick_of_several(Warp& warp) = 0;
};

/// The deepest call first, then the lowest rank: so lanes reconverge early.
inline bool runs_before(const program::Kernel& kernel, const Split& a,
                        const Split& b) {
  const auto order = [&](const Split& s) {
    return std::pair(~s.frame->depth, kernel.info[s.pc].rank);
  };
  return order(a) < order(b);
}

}  // namespace simt
