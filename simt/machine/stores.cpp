// SPDX-License-Identifier: MIT
// Plain global stores under a seed: a warp may hold one back until something
// orders it. A block's barrier shows it to the block alone; a fence or release
// of device scope hands on the thread's own stores and all that the block was
// shown. An access by the warp or the block to held bytes stores them first,
// so nobody misses what is ordered before him. Every store comes to memory in
// the end: that is what a spinning thread may rely on.
#include <algorithm>
#include <bit>
#include <cstring>

#include "simt/machine/grid.h"

namespace simt {
namespace {

constexpr size_t kMostHeld = 16;       // by a warp
constexpr size_t kMostShown = 128;     // by a block
constexpr size_t kMostDeparted = 512;  // of blocks that have ended
constexpr uint32_t kDelayed = 4;       // all but one in so many are held back

// Takes the lanes' part out of a held store; what is left stays.
ops::DelayedStore part_of(ops::DelayedStore& store, LaneMask lanes) {
  ops::DelayedStore part = store;
  part.lanes &= lanes;
  store.lanes &= ~lanes;
  return part;
}

bool is_empty(const ops::DelayedStore& store) { return store.lanes == 0; }

bool overlaps(const ops::DelayedStore& store, uint64_t low, uint64_t high) {
  return store.low < high && low < store.high;
}

}  // namespace

void Grid::store_now(const ops::DelayedStore& store) {
  const Allocation* a = memory_.find(store.low);
  if (a == nullptr || a->freed) return;  // a fault of its own, found elsewhere
  for (LaneMask left = store.lanes; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    std::memcpy(store.host[i], store.data[i], store.width);
  }
  ++context_.effects;
}

void Grid::store_all(std::vector<ops::DelayedStore>& stores) {
  for (const ops::DelayedStore& store : stores) store_now(store);
  stores.clear();
}

void Grid::store_oldest(std::vector<ops::DelayedStore>& stores, size_t most) {
  if (stores.size() <= most) return;
  const auto end = stores.end() - static_cast<std::ptrdiff_t>(most);
  std::for_each(stores.begin(), end, [&](const auto& s) { store_now(s); });
  stores.erase(stores.begin(), end);
}

bool Grid::delay(const ops::DelayedStore& store) {
  if (dice_.below(kDelayed) == 0) return false;
  running_warp_->held.push_back(store);
  store_oldest(running_warp_->held, kMostHeld);
  return true;
}

void Grid::settle(uint64_t low, uint64_t high) {
  for (auto* stores : {&running_block_->shown, &running_warp_->held}) {
    for (ops::DelayedStore& store : *stores) {
      if (!overlaps(store, low, high)) continue;
      store_now(store);
      store.lanes = 0;
    }
    std::erase_if(*stores, is_empty);
  }
}

void Grid::publish(LaneMask lanes, Scope scope) {
  if (scope == Scope::kCta) return show(*running_block_, *running_warp_, lanes);
  store_all(running_block_->shown);
  for (ops::DelayedStore& store : running_warp_->held)
    store_now(part_of(store, lanes));
  std::erase_if(running_warp_->held, is_empty);
}

// The lanes' held stores become visible to their block.
void Grid::show(Block& block, Warp& warp, LaneMask lanes) {
  for (ops::DelayedStore& store : warp.held) {
    const ops::DelayedStore part = part_of(store, lanes);
    if (!is_empty(part)) block.shown.push_back(part);
  }
  std::erase_if(warp.held, is_empty);
  store_oldest(block.shown, kMostShown);
}

// A block that ends orders nothing: its stores may still be on their way.
void Grid::depart(Block& block) {
  auto take = [&](std::vector<ops::DelayedStore>& stores) {
    departed_.insert(departed_.end(), stores.begin(), stores.end());
    stores.clear();
  };
  take(block.shown);
  for (Warp& warp : block.warps) take(warp.held);
  store_oldest(departed_, kMostDeparted);
}

void Grid::settle_block(Block& block) {
  store_all(block.shown);
  for (Warp& warp : block.warps) store_all(warp.held);
}

void Grid::settle_all() {
  store_all(departed_);
  for (Block* block : queue_) settle_block(*block);
}

}  // namespace simt
