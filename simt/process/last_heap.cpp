// SPDX-License-Identifier: MIT
// Replaces operator new for this library alone. After use_last_heap() it hands
// out pages in one direction and frees nothing.
#include "simt/process/last_heap.h"

#ifdef SIMT_OWN_NEW

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace simt::cudart {
namespace {

constexpr size_t kLastHeapBytes = size_t{1} << 30;  // addresses, not memory
std::atomic<bool> last{false};
std::atomic<uintptr_t> next_free{0};
uintptr_t heap_end = 0;

void* take_last(size_t bytes, size_t alignment) {
  uintptr_t begin = next_free;
  uintptr_t aligned = 0;
  do {
    aligned = (begin + alignment - 1) / alignment * alignment;
    if (aligned > heap_end || bytes > heap_end - aligned) return nullptr;
  } while (!next_free.compare_exchange_weak(begin, aligned + bytes));
  return reinterpret_cast<void*>(aligned);  // NOLINT(performance-no-int-to-ptr)
}

void* take(size_t bytes, size_t alignment) {
  bytes = std::max<size_t>(bytes, 1);
  if (bytes > SIZE_MAX - alignment) throw std::bad_alloc();
  void* found = nullptr;
  if (last) {
    found = take_last(bytes, alignment);
  } else if (alignment <= alignof(std::max_align_t)) {
    found = std::malloc(bytes);
  } else {
    found = std::aligned_alloc(alignment,
                               (bytes + alignment - 1) / alignment * alignment);
  }
  if (found == nullptr) throw std::bad_alloc();
  return found;
}

void give(void* memory) {
  if (!last) std::free(memory);
}

}  // namespace

void use_last_heap() {
  if (last) return;
  void* pages = mmap(nullptr, kLastHeapBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return;  // then the program's heap must do
  next_free = reinterpret_cast<uintptr_t>(pages);
  heap_end = next_free + kLastHeapBytes;
  last = true;
}

}  // namespace simt::cudart

using simt::cudart::give;
using simt::cudart::take;

void* operator new(size_t bytes) {
  return take(bytes, alignof(std::max_align_t));
}
void* operator new(size_t bytes, std::align_val_t alignment) {
  return take(bytes, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { give(memory); }
void operator delete(void* memory, size_t) noexcept { give(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
  give(memory);
}

#else

namespace simt::cudart {
void use_last_heap() {}
}  // namespace simt::cudart

#endif
