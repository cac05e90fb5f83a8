// SPDX-License-Identifier: MIT
// Which pairs that nothing orders are mistakes, and of what kind; see
// detector.h.
#include "simt/races/detector.h"

namespace simt::races {
namespace {

Race::Kind kind_of(const Pair& pair) {
  if (pair.before.launch != pair.now.launch) return Race::Kind::kLaunches;
  if (!pair.before.epoch.same_block(pair.now.epoch)) return Race::Kind::kBlocks;
  return pair.before.epoch.same_warp(pair.now.epoch) ? Race::Kind::kLanes
                                                     : Race::Kind::kWarps;
}

}  // namespace

void Detector::on_pair(const Pair& pair) {
  if (pair.space == ptx::Space::kShared)
    judge_shared(pair);
  else
    judge_global(pair);
}

/// Volatile accesses of two warps to one word may meet, as in global memory:
/// it may be a flag, and what it stands for is judged by the fences around it.
void Detector::judge_shared(const Pair& pair) {
  const Record &then = pair.before, &now = pair.now;
  const bool may_be_flag = means_.order() && !then.epoch.same_warp(now.epoch) &&
                           then.is_volatile && now.is_volatile &&
                           !(is_write(then.use) && is_write(now.use));
  if (!may_be_flag) on_race({kind_of(pair), pair, {}, false});
}

void Detector::judge_global(const Pair& pair) {
  const Use then = pair.before.use, now = pair.now.use;
  const Epoch &first = pair.before.epoch, &second = pair.now.epoch;
  const bool one_warp = first.same_warp(second);
  const bool none_plain = !is_plain(then) && !is_plain(now);
  // Volatile and atomic accesses to one word may meet: it may be a flag. They
  // are wrong only where another flag was meant to order them.
  bool soft = none_plain;
  if (is_volatile(then) && is_volatile(now) &&
      (one_warp || (is_write(then) && is_write(now))))
    soft = false;
  if (pair.before.narrow || pair.now.narrow) {
    const bool one_block = first.same_block(second);
    soft = soft && one_block;
    if (one_block && then == Use::kAtomic && now == Use::kAtomic) return;
  }
  if (soft && !is_write(then)) return;
  const SyncOrder& sync = order_.sync();
  // A location keeps the order of its own atomics: who saw one comes after it.
  if (!is_plain(then) && !one_warp &&
      sync.observed(first, pair.before_lanes, pair.at.slot, second.warp,
                    pair.lane, pair.address))
    return;
  std::optional<Unfenced> flag;
  if (!one_warp)
    flag = sync.explain(first, pair.before_lanes, pair.at.slot, second.warp,
                        pair.lane, pair.address, pair.bytes);
  // Where the data, too, are volatile or atomic, the writer's side is told
  // alone: code that polls and then loads such data is everywhere.
  if (soft && (!flag || flag->why == Unfenced::Why::kNoAcquire)) return;
  const Race::Kind kind = flag ? Race::Kind::kFence : kind_of(pair);
  on_race({kind, pair, flag, none_plain});
}

}  // namespace simt::races
