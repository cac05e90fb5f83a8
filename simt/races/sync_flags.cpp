// SPDX-License-Identifier: MIT
// What flags say of two accesses that nothing orders: whether the second saw
// the first, and which fence is missing; see sync_order.h.
#include <algorithm>
#include <vector>

#include "simt/races/memory_model.h"
#include "simt/races/sync_order.h"

namespace simt::races {

bool SyncOrder::loaded(const Epoch& before, uint32_t slot, uint32_t warp,
                       int lane) const {
  const Thread& me = known_thread(blocks_[slot], warp, lane);
  return me.loads.find(before.serial).phase > before.phase;
}

std::optional<std::vector<Reader>> SyncOrder::readers(
    const Epoch& before, LaneMask lanes, uint32_t slot,
    const DataPlace& data) const {
  constexpr uint64_t kWidest = 16;  // bytes of an access
  std::vector<Reader> found;
  SyncAddress place = place_of(blocks_[slot], data);
  for (uint64_t back = 0; back < kWidest; ++back, --place.address) {
    const auto entry = locations_.find(place);
    if (entry == locations_.end()) continue;
    const Location& location = entry->second;
    if (location.cut) {
      unsure_ = true;
      return std::nullopt;
    }
    const std::vector<size_t> made = location.log.made(before, lanes);
    if (made.empty()) continue;
    for (const auto& [warp, all] : location.readers)
      for (const Reader& reader : all) {
        const auto seen =
            std::lower_bound(made.begin(), made.end(), reader.first);
        if (seen != made.end() && *seen < reader.last) found.push_back(reader);
      }
  }
  return found;
}

std::optional<Unfenced> SyncOrder::explain(const Epoch& before, LaneMask lanes,
                                           uint32_t slot, uint32_t warp,
                                           int lane,
                                           const DataPlace& data) const {
  const Block& block = blocks_[slot];
  const SyncAddress place = place_of(block, data);
  const auto look = [&](const std::vector<Seen>& all,
                        LaneMask mine) -> std::optional<Unfenced> {
    for (auto seen = all.rbegin(); seen != all.rend(); ++seen) {
      if (seen->overlaps(place, data.bytes) || (seen->lanes & mine) == 0)
        continue;
      if (auto found = judge(*seen, block, before, lanes)) return found;
    }
    return std::nullopt;
  };
  if (warp < block.fresh.size())
    if (auto found = look(block.fresh[warp], LaneMask{1} << lane)) return found;
  return look(block.seen, kAllLanes);
}

/// `reader`: the block that saw the flag.
std::optional<Unfenced> SyncOrder::judge(const Seen& seen, const Block& reader,
                                         const Epoch& before,
                                         LaneMask lanes) const {
  const auto place = locations_.find(seen.place);
  if (place == locations_.end()) return std::nullopt;
  const Location& location = place->second;
  const Publication* found =
      location.log.first_after(before, lanes, seen.length);
  if (!found) return std::nullopt;
  const auto in = [&](const GridClock& clock) {
    return clock.find(before.serial)
               .unknown(before.phase, before.warp, lanes, before.clock) == 0;
  };
  const auto covers = [&](const Released& told) {
    return in(told.patterns) || in(told.fences);
  };
  Unfenced result;
  const auto near = location.near.find(before.serial);
  const bool in_block = near != location.near.end() && covers(near->second);
  const bool one_block = reader.serial == before.serial;
  const Scope both = narrowest_scope(one_block, found->cluster, reader.cluster);
  const auto mine = location.cluster.find(reader.cluster);
  const bool in_mine = mine != location.cluster.end() && covers(mine->second);
  const bool in_any =
      std::any_of(location.cluster.begin(), location.cluster.end(),
                  [&](const auto& cluster) { return covers(cluster.second); });
  if (seen.strong &&
      (covers(location.wide) || in_mine || (one_block && in_block)))
    result.why = Unfenced::Why::kNoAcquire;
  else if (result.load = includes(found->scope, both);
           !result.load || !includes(seen.scope, both)) {
    result.why = Unfenced::Why::kNarrowFlag;
    result.scope = result.load ? seen.scope : found->scope;
  } else if (found->bytes != seen.bytes)
    result.why = Unfenced::Why::kFlagWidths;
  else if (location.log.hides(*found, before, lanes, seen.first))
    result.why = Unfenced::Why::kOverwritten;
  else if ((in_any && !in_mine) || (in_block && !one_block)) {
    result.why = Unfenced::Why::kNarrowFence;
    result.scope = in_any && !in_mine ? Scope::kCluster : Scope::kCta;
  }
  result.shared = seen.place.block != 0;
  result.address = seen.place.address;
  result.launch = found->launch;
  result.store_pc = found->pc;
  result.load_pc = seen.pc;
  result.update = found->update;
  result.counter =
      found->counts && seen.counts && result.why == Unfenced::Why::kNoAcquire;
  return result;
}

}  // namespace simt::races
