// SPDX-License-Identifier: MIT
// The memory that kernels take with malloc and new.
#pragma once

#include <cstdint>

namespace simt::cudart {

struct State;

/// What kernels have taken from a device's heap.
struct Heap {
  uint64_t used = 0;   // bytes
  uint64_t calls = 0;  // allocations made, live or freed
};

/// Allocations that kernels may make until the program ends or the device is
/// reset. Each one keeps its own addresses, so that a use after free is seen.
inline constexpr uint64_t kMostHeapCalls = 1'000'000;

/// The heap of device `number`.
Heap& heap_of(int number);

/// The address; 0 when cudaLimitMallocHeapSize or kMostHeapCalls is reached.
uint64_t device_malloc(State& s, uint64_t bytes);
/// False when `address` was not returned by device_malloc, or is freed.
bool device_free(State& s, uint64_t address);

}  // namespace simt::cudart
