// SPDX-License-Identifier: MIT
// A warp before Volta: one split runs, the others wait for their turn. Lanes
// that part at a branch run one side after the other and meet at the branch's
// immediate post-dominator; nobody goes on from there alone. Which side comes
// first is open: a seed decides.
#include <algorithm>

#include "simt/machine/grid.h"

namespace simt {
namespace {

using Wait = Split::Wait;

bool arrived(const Split& split, const Join& join) {
  return split.pc == join.pc && split.frame == join.frame &&
         split.wait != Wait::kBarrier;
}

}  // namespace

// Where the lanes of a split that is at a branch meet again.
Join Grid::join_of(const Split& split) const {
  const uint32_t pc = kernel_.info[split.pc].join;
  const Frame* frame = split.frame;
  if (pc != program::kNoJoin) return {pc, frame, split.mask};
  if (frame->parent == nullptr) return {program::kNoJoin, nullptr, split.mask};
  return {frame->return_pc, frame->parent, split.mask};
}

// The splits of the join's lanes have parted; each waits for its turn.
void Grid::part(Warp& warp, const Join& join) {
  for (Split& s : warp.splits)
    if ((s.mask & join.lanes) != 0) s.wait = Wait::kTurn;
  warp.joins.push_back(join);
}

// The side that runs next: of those that have not arrived.
Split* Grid::choose(Warp& warp, const Join& join) {
  Split* best = nullptr;
  uint32_t count = 0;
  for (Split& s : warp.splits) {
    if ((s.mask & join.lanes) == 0 || arrived(s, join)) continue;
    ++count;
    const bool better =
        best == nullptr ||
        (settings_.schedule == 0 ? before(s, *best) : dice_.below(count) == 0);
    if (better) best = &s;
  }
  return best;
}

// The split that runs, or the next one; null when it waits.
Split* Grid::pick_lockstep(Warp& warp) {
  auto& splits = warp.splits;
  while (true) {
    if (splits.size() == 1) {
      warp.joins.clear();
      Split& only = splits.front();
      if (only.wait == Wait::kTurn) only.wait = Wait::kNone;
      return only.wait == Wait::kNone ? &only : nullptr;
    }
    if (splits.empty()) return nullptr;
    const Join join = warp.joins.back();
    if ((join.lanes & warp.live) == 0) {
      warp.joins.pop_back();
      continue;
    }
    const auto running =
        std::find_if(splits.begin(), splits.end(),
                     [](const Split& s) { return s.wait != Wait::kTurn; });
    if (running != splits.end()) {
      if (!arrived(*running, join))
        return running->wait == Wait::kNone ? &*running : nullptr;
      running->wait = Wait::kTurn;
    }
    Split* next = choose(warp, join);
    if (next != nullptr) {
      next->wait = Wait::kNone;
      return next;
    }
    meet(warp, join);
  }
}

// All lanes of the innermost join are there: they go on as one split.
void Grid::meet(Warp& warp, const Join& join) {
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

}  // namespace simt
