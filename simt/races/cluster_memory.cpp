// SPDX-License-Identifier: MIT
// Launches with clusters: shared memory is looked at as if it were global, so
// that the accesses of all blocks are compared; and whether a peer is there
// when its memory is used.
#include <algorithm>
#include <bit>
#include <utility>

#include "simt/races/detector.h"

namespace simt::races {

Access Detector::as_cluster_memory(const Access& access) {
  const uint64_t begin = cluster_memory(access.peer.slot_or(access.at));
  Access moved = access;
  moved.space = ptx::Space::kGlobal;
  moved.base += begin;
  moved.low += begin;
  if (moved.end != 0) moved.end += begin;
  return moved;
}

void Detector::start_cluster_memory(uint32_t slot) {
  constexpr uint64_t kPage = 1 << 16;
  const uint64_t begin = cluster_memory(slot);
  global_.on_free(begin, begin + (shared_bytes_ / kPage + 1) * kPage);
  inits_.forget(begin, cluster_memory(slot + 1));
  if (slot >= peer_uses_.size()) peer_uses_.resize(slot + 1);
  peer_uses_[slot].clear();
}

void Detector::on_cluster_memory(const Access& access) {
  const Access moved = as_cluster_memory(access);
  const uint64_t begin = cluster_memory(access.peer.slot_or(access.at));
  Record record = record_of(access);
  record.epoch = order_.epoch(access.at);
  record.looks = looks(access);
  const bool synchronises = order_.synchronises(access);
  const bool loads =
      access.kind == AccessKind::kLoad && !acquires(access.order);
  if (access.peer.other) note_peer(access, record);
  if (synchronises && !loads) synchronise(moved);
  // What libraries keep behind the block's own memory is their business.
  if (access.end <= shared_bytes_) global_.on_access(moved, record, begin);
  if (copies_.any()) copies_.on_access(access);
  if (proxy_.any() && !means_.is_mbarrier(access.pc))
    proxy_.on_access(access, record);
  if (synchronises && loads) synchronise(moved);
}

void Detector::note_inits(const ObjectUse& use) {
  const uint64_t begin = cluster_memory(use.peer.slot_or(use.at));
  for (LaneMask left = use.lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    inits_.on_init(begin + use.address[lane], use.at, lane,
                   order_.sync().cluster(use.at.slot));
  }
}

/// The first is the init of an object, and the second comes after it by
/// fence.mbarrier_init.
bool Detector::is_known_init(const Pair& pair) const {
  constexpr uint64_t kObjectBytes = 8;
  return in_cluster_memory(pair.address) && pair.before.use == Use::kWrite &&
         means_.is_mbarrier(pair.before.pc) &&
         inits_.is_known(pair.address / kObjectBytes * kObjectBytes, pair.at);
}

/// The peer must have started, and not end before one of its threads knows of
/// the use.
void Detector::note_peer(const Access& access, const Record& record) {
  const uint32_t home = access.peer.slot;
  LaneMask lanes = access.active;
  for (LaneMask left = lanes; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (order_.sync().knows_of(access.at.slot, access.at.warp, lane, home))
      continue;
    on_peer({true,
             record,
             lane,
             access.at,
             {access.peer.block, home, 0},
             access.lane_address(lane)});
    lanes &= ~(LaneMask{1} << lane);
  }
  if (lanes == 0) return;
  const Epoch& now = record.epoch;
  WarpUses& uses = peer_uses_[home][uint64_t{now.serial} << 32 | now.warp];
  for (PeerUse& use : uses) use.lanes &= ~lanes;
  std::erase_if(uses, [](const PeerUse& use) { return use.lanes == 0; });
  uses.push_back({record, lanes, access.at,
                  access.lane_address(std::countr_zero(lanes)),
                  ++peer_use_count_});
}

void Detector::on_exit(const WarpPlace& at, LaneMask lanes) {
  if (!clusters_ || !order_.watches(at) || at.slot >= peer_uses_.size()) return;
  const Record now = record_of(at, 0, Use::kRead);
  for (auto& [warp, uses] : peer_uses_[at.slot]) {
    for (PeerUse& use : uses)
      for (LaneMask left = lanes; left != 0 && use.lanes != 0; left &= left - 1)
        use.lanes = order_.unordered(use.record, use.lanes, now, at.slot,
                                     std::countr_zero(left));
    std::erase_if(uses, [](const PeerUse& use) { return use.lanes == 0; });
  }
  std::erase_if(peer_uses_[at.slot],
                [](const auto& warp) { return warp.second.empty(); });
}

void Detector::end_cluster_memory(const WarpPlace& at) {
  WarpUses all;
  for (const auto& [warp, uses] : std::exchange(peer_uses_[at.slot], {}))
    all.insert(all.end(), uses.begin(), uses.end());
  std::sort(all.begin(), all.end(), [](const PeerUse& a, const PeerUse& b) {
    return a.number < b.number;
  });
  for (const PeerUse& use : all)
    on_peer({false, use.record, std::countr_zero(use.lanes), use.at, at,
             use.address});
}

/// A place in cluster memory is told as one in shared memory.
void Detector::tell(Race race) {
  const auto inside = [](uint64_t address) {
    return address & (ops::kRankBytes - 1);
  };
  if (in_cluster_memory(race.pair.address)) {
    race.pair.space = ptx::Space::kShared;
    race.pair.address = inside(race.pair.address);
  }
  if (race.flag && in_cluster_memory(race.flag->address)) {
    race.flag->shared = true;
    race.flag->address = inside(race.flag->address);
  }
  on_race(race);
}

}  // namespace simt::races
