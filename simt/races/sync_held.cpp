// SPDX-License-Identifier: MIT
// Accesses to shared memory that are held back: as long as no thread of the
// block has learned anything from another one, they matter only when a pair of
// accesses is judged, and never after the block's next barrier. Libraries that
// sort make many of them.
#include <bit>
#include <utility>

#include "simt/races/sync_order.h"

namespace simt::races {
namespace {

constexpr size_t kMostHeld = 1024;  // of a block: 180 KB

}  // namespace

/// No thread fenced or was told by a fence, in the block's whole life. Since
/// the last barrier none knows more than the others, and nothing of shared
/// memory has counted yet.
bool SyncOrder::is_quiet(const Block& block) {
  return block.own.empty() && block.threads.empty() && block.places.empty();
}

/// True: the access is held back.
bool SyncOrder::hold(Block& block, const Access& access, const SyncUse& use) {
  if (access.space != ptx::Space::kShared || acquires(use.order) ||
      releases(use.order) || !is_quiet(block) || block.held.size() >= kMostHeld)
    return false;
  if (block.held.empty()) std::swap(block.held, spare_);
  Held& held = block.held.emplace_back();
  held.warp = access.at.warp;
  held.pc = access.pc;
  held.kind = access.kind;
  held.bytes = access.bytes;
  held.lanes = access.active;
  held.use = use;
  for (LaneMask left = access.active; left != 0; left &= left - 1) {
    const int lane = std::countr_zero(left);
    held.address[lane] = static_cast<uint32_t>(access.lane_address(lane));
  }
  return true;
}

/// True: so is it that lanes of one warp met.
bool SyncOrder::hold(Block& block,
                     const std::vector<BarrierDone::Arrival>& arrivals) {
  if (block.held.empty() || arrivals.size() != 1 || !is_quiet(block))
    return false;
  const BarrierDone::Arrival& met = arrivals.front();
  const Held& last = block.held.back();
  if (last.met && last.warp == met.warp && last.lanes == met.lanes) return true;
  if (block.held.size() >= kMostHeld) return false;
  Held& held = block.held.emplace_back();
  held.warp = met.warp;
  held.lanes = met.lanes;
  held.met = true;
  return true;
}

void SyncOrder::catch_up(BlockOrder& order, uint32_t slot) {
  Block& block = blocks_[slot];
  if (block.held.empty()) return;
  const std::vector<Held> all = std::exchange(block.held, {});
  std::array<uint64_t, kWarpSize> address{};
  for (const Held& held : all) {
    if (held.met) {
      pass_on_seen(block, {{0, held.warp, held.lanes}});
      continue;
    }
    Access access;
    access.pc = held.pc;
    access.space = ptx::Space::kShared;
    access.kind = held.kind;
    access.bytes = held.bytes;
    access.active = held.lanes;
    for (int lane = 0; lane < kWarpSize; ++lane)
      address[lane] = held.address[lane];
    access.address = address.data();
    access.at.warp = held.warp;
    access.at.slot = slot;
    take(order, block, access, held.use);
  }
}

/// What was stored to shared memory before a barrier of the whole block, and
/// who saw it, is known to all its threads.
void SyncOrder::drop_shared(Block& block) {
  block.held.clear();
  if (block.held.capacity() > spare_.capacity()) std::swap(block.held, spare_);
  std::vector<Held>().swap(block.held);
  for (const SyncAddress& place : block.places) {
    const auto found = locations_.find(place);
    if (found == locations_.end()) continue;
    publications_ -= found->second.log.size();
    for (const auto& [warp, all] : found->second.readers)
      readers_ -= all.size();
    locations_.erase(found);
  }
  block.places.clear();
}

}  // namespace simt::races
