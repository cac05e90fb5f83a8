// SPDX-License-Identifier: MIT
// One heap for each device: allocations of the kind kHeap, summed against its
// limit. The number of calls is bounded too; malloc then returns null and says
// so once.
#include "simt/context/device_heap.h"

#include <cstdio>
#include <map>

#include "simt/context/state.h"

namespace simt::cudart {
namespace {

/// Whether the number of allocations is used up; says so the first time.
bool too_many(Heap& heap) {
  if (heap.calls < kMostHeapCalls) return false;
  if (heap.calls++ == kMostHeapCalls) {
    std::fprintf(stderr,
                 "simt: kernels have called malloc %llu times; from now on it "
                 "returns null\n",
                 static_cast<unsigned long long>(kMostHeapCalls));
  }
  return true;
}

}  // namespace

Heap& heap_of(int number) {
  static std::map<int, Heap> heaps;
  return heaps[number];
}

uint64_t device_malloc(State& s, uint64_t bytes) {
  Heap& heap = heap_of(s.current);
  const uint64_t limit = s.device().limits.heap;
  if (heap.used > limit || bytes > limit - heap.used) return 0;
  if (too_many(heap)) return 0;
  const Allocation* made =
      s.memory.allocate(bytes, MemoryKind::kHeap, "malloc");
  if (!made) return 0;
  heap.used += made->end - made->begin;
  ++heap.calls;
  return made->begin;
}

bool device_free(State& s, uint64_t address) {
  Allocation* a = s.memory.starting_at(reinterpret_cast<void*>(address));
  if (!a || s.memory.facts(*a).kind != MemoryKind::kHeap) return false;
  heap_of(s.current).used -= a->end - a->begin;
  s.memory.release(*a);
  return true;
}

}  // namespace simt::cudart
