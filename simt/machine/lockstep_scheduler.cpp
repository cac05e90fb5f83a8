// SPDX-License-Identifier: MIT
// Warp::joins is a stack: the innermost join is last.
#include "simt/machine/lockstep_scheduler.h"

#include <algorithm>

namespace simt {
namespace {

using Wait = Split::Wait;

bool arrived(const Split& split, const Join& join) {
  return split.pc == join.pc && split.frame == join.frame &&
         split.wait != Wait::kBarrier && split.wait != Wait::kCluster;
}

// All lanes of the innermost join are there: they go on as one split.
void reconverge(Warp& warp, const Join& join) {
  auto& splits = warp.splits;
  const auto of_join = [&](const Split& s) {
    return (s.mask & join.lanes) != 0;
  };
  Split& whole = *std::find_if(splits.begin(), splits.end(), of_join);
  for (Split& s : splits) {
    if (&s == &whole || !of_join(s)) continue;
    whole.mask |= s.mask;
    whole.steps = std::max(whole.steps, s.steps);
    whole.loops = std::max(whole.loops, s.loops);
    s.mask = 0;
  }
  whole.wait = Wait::kNone;
  std::erase_if(splits, [](const Split& s) { return s.mask == 0; });
  warp.joins.pop_back();
}

}  // namespace

void LockstepScheduler::diverged(Warp& warp, const Join& join) {
  for (Split& s : warp.splits)
    if ((s.mask & join.lanes) != 0) s.wait = Wait::kTurn;
  warp.joins.push_back(join);
}

// The side that runs next: of those that have not arrived.
Split* LockstepScheduler::choose(Warp& warp, const Join& join) {
  Split* best = nullptr;
  uint32_t count = 0;
  for (Split& s : warp.splits) {
    if ((s.mask & join.lanes) == 0 || arrived(s, join)) continue;
    ++count;
    const bool better =
        best == nullptr ||
        (random_ ? dice_.below(count) == 0 : runs_before(kernel_, s, *best));
    if (better) best = &s;
  }
  return best;
}

// The split that runs, or the next one; null when it waits.
Split* LockstepScheduler::running(Warp& warp) {
  auto& splits = warp.splits;
  while (true) {
    if (splits.size() == 1) return the_only(warp);
    if (splits.empty()) return nullptr;
    const Join join = warp.joins.back();
    if ((join.lanes & warp.live) == 0) {
      warp.joins.pop_back();
      continue;
    }
    const auto runs =
        std::find_if(splits.begin(), splits.end(),
                     [](const Split& s) { return s.wait != Wait::kTurn; });
    if (runs != splits.end()) {
      if (!arrived(*runs, join))
        return runs->wait == Wait::kNone ? &*runs : nullptr;
      runs->wait = Wait::kTurn;
    }
    Split* next = choose(warp, join);
    if (next != nullptr) {
      next->wait = Wait::kNone;
      return next;
    }
    reconverge(warp, join);
  }
}

Split* LockstepScheduler::pick_of_several(Warp& warp) {
  Split* const next = running(warp);
  if (next != nullptr) next->used = next->loops = 0;
  return next;
}

Split* LockstepScheduler::pick_in_round(Warp& warp) {
  Split* const next = running(warp);
  return next == nullptr || next->loops >= kLoopQuota ? nullptr : next;
}

}  // namespace simt
