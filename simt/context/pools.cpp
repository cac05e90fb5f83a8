// SPDX-License-Identifier: MIT
// A pool's handle is its address, looked up before it is believed. Each device
// gets its default pool when it is first asked for.
#include "simt/context/pools.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace simt::cudart {

uint64_t Pool::used() {
  uint64_t bytes = 0;
  std::erase_if(made, [](const auto& entry) { return entry.second->freed; });
  for (const auto& [begin, a] : made) bytes += a->end - a->begin;
  return bytes;
}

cudaMemPool_t Pools::create(int device, uint64_t most) {
  auto pool = std::make_unique<Pool>();
  pool->device = device;
  pool->reach = uint32_t{1} << device;
  pool->most = most;
  const auto handle = reinterpret_cast<cudaMemPool_t>(pool.get());
  pools_[handle] = std::move(pool);
  return handle;
}

bool Pools::destroy(cudaMemPool_t handle) {
  const Pool* pool = find(handle);
  if (!pool || default_of(pool->device) == handle) return false;
  if (current(pool->device) == handle) current_.erase(pool->device);
  return pools_.erase(handle) == 1;
}

Pool* Pools::find(cudaMemPool_t handle) const {
  const auto found = pools_.find(handle);
  return found == pools_.end() ? nullptr : found->second.get();
}

bool Pools::in_use() const {
  return std::any_of(pools_.begin(), pools_.end(),
                     [](const auto& pool) { return pool.second->used() > 0; });
}

bool Pools::hold(const Allocation& memory) const {
  return std::any_of(pools_.begin(), pools_.end(), [&](const auto& pool) {
    const auto found = pool.second->made.find(memory.begin);
    return found != pool.second->made.end() && found->second == &memory;
  });
}

cudaMemPool_t Pools::default_of(int device) {
  auto [entry, fresh] = defaults_.try_emplace(device, nullptr);
  if (fresh) entry->second = create(device, 0);
  return entry->second;
}

cudaMemPool_t Pools::current(int device) {
  const auto chosen = current_.find(device);
  return chosen == current_.end() ? default_of(device) : chosen->second;
}

}  // namespace simt::cudart
