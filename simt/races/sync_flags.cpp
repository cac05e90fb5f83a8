// SPDX-License-Identifier: MIT
// What flags say of two accesses that nothing orders: whether the second saw
// the first, and which fence is missing; see sync_order.h.
#include "simt/races/sync_order.h"

namespace simt::races {

bool SyncOrder::loaded(const Epoch& before, uint32_t slot, uint32_t warp,
                       int lane) const {
  const Thread& me = known_thread(blocks_[slot], warp, lane);
  return me.loads.find(before.serial).phase > before.phase;
}

bool SyncOrder::observed(const Epoch& before, LaneMask lanes, uint32_t slot,
                         uint32_t warp, int lane, uint64_t address) const {
  const Block& block = blocks_[slot];
  const auto look = [&](const std::vector<Seen>& all, LaneMask mine) {
    for (const Seen& seen : all) {
      if (seen.place.block != 0 || address - seen.place.address >= 8 ||
          (seen.lanes & mine) == 0)
        continue;
      const Location& location = locations_.at(seen.place);
      if (location.cut) {
        unsure_ = true;
        return true;
      }
      if (location.log.holds(before, lanes, seen.length)) return true;
    }
    return false;
  };
  if (warp < block.fresh.size() && look(block.fresh[warp], LaneMask{1} << lane))
    return true;
  return look(block.seen, kAllLanes);
}

std::optional<Unfenced> SyncOrder::explain(const Epoch& before, LaneMask lanes,
                                           uint32_t slot, uint32_t warp,
                                           int lane, uint64_t address,
                                           uint32_t bytes) const {
  const Block& block = blocks_[slot];
  const auto look = [&](const std::vector<Seen>& all,
                        LaneMask mine) -> std::optional<Unfenced> {
    for (auto seen = all.rbegin(); seen != all.rend(); ++seen) {
      const bool data =
          seen->place.block == 0 && seen->place.address - address < bytes;
      if (data || (seen->lanes & mine) == 0) continue;
      if (auto found = judge(*seen, before, lanes)) return found;
    }
    return std::nullopt;
  };
  if (warp < block.fresh.size())
    if (auto found = look(block.fresh[warp], LaneMask{1} << lane)) return found;
  return look(block.seen, kAllLanes);
}

std::optional<Unfenced> SyncOrder::judge(const Seen& seen, const Epoch& before,
                                         LaneMask lanes) const {
  const auto place = locations_.find(seen.place);
  if (place == locations_.end()) return std::nullopt;
  const Location& location = place->second;
  const Publication* found =
      location.log.first_after(before, lanes, seen.length);
  if (!found) return std::nullopt;
  const auto covers = [&](const GridClock& clock) {
    return clock.find(before.serial)
               .unknown(before.phase, before.warp, lanes, before.clock) == 0;
  };
  Unfenced result;
  const auto near = location.near.find(before.serial);
  if (covers(location.wide))
    result.why = Unfenced::Why::kNoAcquire;
  else if (near != location.near.end() && covers(near->second))
    result.why = Unfenced::Why::kBlockOnly;
  result.shared = seen.place.block != 0;
  result.address = seen.place.address;
  result.launch = found->launch;
  result.store_pc = found->pc;
  result.load_pc = seen.pc;
  result.update = found->update;
  return result;
}

}  // namespace simt::races
