// SPDX-License-Identifier: MIT
// Held stores in three rings: the warp's own, the block's, those of blocks
// that have ended. Each ring has a size; beyond it the oldest is stored.
#include "simt/machine/store_buffer.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace simt {
namespace {

constexpr size_t kMostHeld = 16;       // by a warp
constexpr size_t kMostShown = 128;     // by a block
constexpr size_t kMostDeparted = 512;  // of blocks that have ended
constexpr uint32_t kDelayed = 4;       // all but one in so many are held back

// Takes the lanes' bytes out of a held store; the other lanes' bytes stay.
ops::DelayedStore take_lanes(ops::DelayedStore& store, LaneMask lanes) {
  ops::DelayedStore taken = store;
  taken.lanes &= lanes;
  store.lanes &= ~lanes;
  return taken;
}

bool is_empty(const ops::DelayedStore& store) { return store.lanes == 0; }

bool overlaps(const ops::DelayedStore& store, uint64_t low, uint64_t high) {
  return store.low < high && low < store.high;
}

}  // namespace

void StoreBuffer::store_now(const ops::DelayedStore& store) {
  const Allocation* a = memory_.find(store.low);
  if (a == nullptr || a->freed) return;  // a fault of its own, found elsewhere
  for (LaneMask left = store.lanes; left != 0; left &= left - 1) {
    const int i = std::countr_zero(left);
    std::memcpy(store.host[i], store.data[i], store.width);
  }
  ++effects_;
}

void StoreBuffer::store_all(Stores& stores) {
  for (const ops::DelayedStore& store : stores) store_now(store);
  stores.clear();
}

void StoreBuffer::store_oldest(Stores& stores, size_t most) {
  if (stores.size() <= most) return;
  const auto end = stores.end() - static_cast<std::ptrdiff_t>(most);
  std::for_each(stores.begin(), end, [&](const auto& s) { store_now(s); });
  stores.erase(stores.begin(), end);
}

bool StoreBuffer::delay(Warp& warp, const ops::DelayedStore& store) {
  if (dice_.below(kDelayed) == 0) return false;
  any_ = true;
  warp.held.push_back(store);
  store_oldest(warp.held, kMostHeld);
  return true;
}

void StoreBuffer::settle(Block& block, Warp& warp, uint64_t low,
                         uint64_t high) {
  for (Stores* stores : {&block.shown, &warp.held}) {
    for (ops::DelayedStore& store : *stores) {
      if (!overlaps(store, low, high)) continue;
      store_now(store);
      store.lanes = 0;
    }
    std::erase_if(*stores, is_empty);
  }
}

void StoreBuffer::order(Block& block, Warp& warp, LaneMask lanes, Scope scope) {
  if (scope == Scope::kCta) return show(block, warp, lanes);
  store_all(block.shown);
  for (ops::DelayedStore& store : warp.held)
    store_now(take_lanes(store, lanes));
  std::erase_if(warp.held, is_empty);
}

// The lanes' held stores become visible to their block.
void StoreBuffer::show(Block& block, Warp& warp, LaneMask lanes) {
  for (ops::DelayedStore& store : warp.held) {
    const ops::DelayedStore taken = take_lanes(store, lanes);
    if (!is_empty(taken)) block.shown.push_back(taken);
  }
  std::erase_if(warp.held, is_empty);
  store_oldest(block.shown, kMostShown);
}

void StoreBuffer::depart(Block& block) {
  const auto take = [&](Stores& stores) {
    departed_.insert(departed_.end(), stores.begin(), stores.end());
    stores.clear();
  };
  take(block.shown);
  for (Warp& warp : block.warps) take(warp.held);
  store_oldest(departed_, kMostDeparted);
}

void StoreBuffer::drain(Block& block) {
  store_all(block.shown);
  for (Warp& warp : block.warps) store_all(warp.held);
}

void StoreBuffer::drain_all(const std::deque<Block*>& running) {
  if (!std::exchange(any_, false)) return;  // or look at thousands of blocks
  drain_departed();
  for (Block* block : running) drain(*block);
}

}  // namespace simt
