// SPDX-License-Identifier: MIT
// Memory pools. A pool here holds nothing back: what is freed goes to the
// device at once, so reserved and used memory are the same. (An H200 still
// counts memory as used that cudaFree gave back.)
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "simt/ops/event.h"
#include "simt/stream/cuda.h"

namespace simt::cudart {

struct Pool {
  int device = 0;
  uint64_t threshold = 0;    // remembered only
  uint64_t most = 0;         // bytes, cudaMemPoolProps::maxSize; 0: no limit
  int reuse[3] = {1, 1, 1};  // the three cudaMemPoolReuse...; remembered only
  uint32_t reach = 0;        // as Allocation::reach
  uint64_t high = 0;         // most bytes used since it was set to 0
  std::map<uint64_t, Allocation*> made;

  /// Bytes in use; forgets what was freed.
  uint64_t used();
};

class Pools {
 public:
  cudaMemPool_t create(int device, uint64_t most);
  /// False: no pool, or a default one.
  bool destroy(cudaMemPool_t handle);
  Pool* find(cudaMemPool_t handle) const;
  /// Whether any pool has memory in use.
  bool in_use() const;
  /// Whether the memory is from a pool.
  bool hold(const Allocation& memory) const;
  /// The pool that a device has from the beginning.
  cudaMemPool_t default_of(int device);
  /// The pool that cudaMallocAsync takes from.
  cudaMemPool_t current(int device);
  void choose(int device, cudaMemPool_t handle) { current_[device] = handle; }

 private:
  std::map<cudaMemPool_t, std::unique_ptr<Pool>> pools_;
  std::map<int, cudaMemPool_t> defaults_, current_;
};

}  // namespace simt::cudart
