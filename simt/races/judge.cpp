// SPDX-License-Identifier: MIT
// Which pairs that nothing orders are mistakes, and of what kind; see
// detector.h.
#include <algorithm>

#include "simt/races/detector.h"

namespace simt::races {
namespace {

DataPlace data_of(const Pair& pair) {
  return {pair.space == ptx::Space::kShared, pair.address, pair.bytes};
}

}  // namespace

Race::Kind Detector::kind_of(const Pair& pair) const {
  const auto [first, last] = std::minmax({pair.before.launch, pair.now.launch});
  if (first != last) {
    const auto found = history_->prerequisites.find(last);
    const bool depends =
        found != history_->prerequisites.end() &&
        std::binary_search(found->second.begin(), found->second.end(),
                           static_cast<int>(first));
    return depends ? Race::Kind::kDependent : Race::Kind::kLaunches;
  }
  if (!pair.before.epoch.same_block(pair.now.epoch)) return Race::Kind::kBlocks;
  return pair.before.epoch.same_warp(pair.now.epoch) ? Race::Kind::kLanes
                                                     : Race::Kind::kWarps;
}

void Detector::on_pair(const Pair& pair) {
  order_.catch_up(pair.at.slot);
  if (clusters_ && is_known_init(pair)) return;
  if (pair.space == ptx::Space::kShared)
    judge_shared(pair);
  else
    judge_global(pair);
}

/// Volatile accesses of two warps to one word may meet, and a volatile load an
/// atomic, as in global memory: it may be a flag, and what it stands for is
/// judged by the fences around it.
void Detector::judge_shared(const Pair& pair) {
  const Record &then = pair.before, &now = pair.now;
  const bool one_warp = then.epoch.same_warp(now.epoch);
  const auto polls = [](const Record& record) {
    return record.is_volatile && only_reads(record.use);
  };
  const auto stores_or_updates = [](const Record& record) {
    return record.is_volatile || record.use == Use::kAtomic;
  };
  const bool meets = (polls(then) && stores_or_updates(now)) ||
                     (polls(now) && stores_or_updates(then));
  const bool may_be_flag =
      means_.order() && !one_warp && meets && then.bytes == now.bytes;
  if (may_be_flag || observed(pair)) return;
  const std::optional<Unfenced> flag = explain(pair);
  if (flag && flag->counter)
    tell({Race::Kind::kCounter, pair, flag, false});
  else
    tell({kind_of(pair), pair, {}, false});
}

void Detector::judge_global(const Pair& pair) {
  const Use then = pair.before.use, now = pair.now.use;
  const bool one_warp = pair.before.epoch.same_warp(pair.now.epoch);
  // Volatile and atomic accesses to one word may meet: it may be a flag. They
  // are wrong only where another flag was meant to order them. To C++ two
  // volatile stores are a race all the same, and lanes of one warp have none.
  bool soft = morally_strong(pair.before, pair.now);
  const bool updates = soft && !one_warp && means_.updates(pair.now.pc);
  if (is_volatile(then) && is_volatile(now) &&
      (one_warp || (is_write(then) && is_write(now))))
    soft = false;
  if ((soft && !is_write(then)) || observed(pair)) return;
  const std::optional<Unfenced> flag = explain(pair);
  // Where the data, too, are volatile or atomic, the writer's side is told
  // alone: code that polls and then loads such data is everywhere.
  if (soft && !flag) return;
  if ((soft || updates) && flag && flag->why == Unfenced::Why::kNoAcquire)
    return;
  Race::Kind kind = kind_of(pair);
  if (flag) kind = flag->counter ? Race::Kind::kCounter : Race::Kind::kFence;
  tell({kind, pair, flag, !is_plain(then) && !is_plain(now)});
}

/// A location keeps the order of its own atomics: whatever comes after a load
/// of what one stored comes after that store (PTX: causality order).
bool Detector::observed(const Pair& pair) const {
  const Epoch& first = pair.before.epoch;
  if (is_plain(pair.before.use) || first.same_warp(pair.now.epoch))
    return false;
  const auto readers = order_.sync().readers(first, pair.before_lanes,
                                             pair.at.slot, data_of(pair));
  if (!readers) return true;
  const bool looks = !is_plain(pair.now.use) && !is_write(pair.now.use);
  for (Reader reader : *readers) {
    // What it reads itself comes after nothing.
    if (looks && reader.epoch == pair.now.epoch)
      reader.lanes &= ~(LaneMask{1} << pair.lane);
    if (reader.lanes == 0) continue;
    Record record;
    record.epoch = reader.epoch;
    record.launch = reader.launch;
    if (order_.unordered(record, reader.lanes, pair.now, pair.at.slot,
                         pair.lane) != reader.lanes)
      return true;
  }
  return false;
}

std::optional<Unfenced> Detector::explain(const Pair& pair) const {
  const Epoch &first = pair.before.epoch, &second = pair.now.epoch;
  if (first.same_warp(second)) return std::nullopt;
  return order_.sync().explain(first, pair.before_lanes, pair.at.slot,
                               second.warp, pair.lane, data_of(pair));
}

}  // namespace simt::races
