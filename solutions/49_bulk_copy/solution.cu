// SPDX-License-Identifier: MIT
// Counts a byte in a text of any address and size. Bulk copies bring the text
// to a ring of slots in shared memory; the block counts there.
#include <algorithm>
#include <cuda/ptx>

#include "common/cuda_check.h"
#include "lesson.h"

namespace ptx = cuda::ptx;

constexpr int kThreads = 256;     // of a block
constexpr int kBlocksEach = 4;    // per multiprocessor at most
constexpr int kSlots = 4;         // of a block's ring
constexpr int kSlotBytes = 4096;  // of a slot

/// This thread's part of the count of `mark` in `size` bytes of global memory,
/// which the threads of the block share, by ordinary loads.
__device__ int count_bytes(const char* text, size_t size, char mark) {
  int count = 0;
  for (size_t i = threadIdx.x; i < size; i += kThreads)
    count += text[i] == mark;
  return count;
}

/// The same for a slot of which `size` bytes are used, a multiple of 16.
__device__ int count_slot(const char* slot, int size, char mark) {
  const unsigned four = 0x01010101u * static_cast<unsigned char>(mark);
  int bits = 0;
  for (int i = threadIdx.x * 16; i < size; i += kThreads * 16) {
    const uint4 part = *reinterpret_cast<const uint4*>(slot + i);
    bits += __popc(__vcmpeq4(part.x, four)) + __popc(__vcmpeq4(part.y, four)) +
            __popc(__vcmpeq4(part.z, four)) + __popc(__vcmpeq4(part.w, four));
  }
  return bits / 8;
}

__global__ void count_kernel(const char* text, size_t size, char mark,
                             unsigned long long* total) {
  [[maybe_unused]] __shared__ alignas(16) char ring[kSlots][kSlotBytes];
  [[maybe_unused]] __shared__ uint64_t full[kSlots];  // an mbarrier per slot
  int count = 0;                                      // of this thread

  // task-begin
  // A copy begins at a multiple of 16 bytes and moves a multiple of them.
  const size_t head = min(size, -reinterpret_cast<size_t>(text) % 16);
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const auto begin_of = [&](size_t step) {
    return min(whole, (blockIdx.x + step * gridDim.x) * kSlotBytes);
  };
  const auto bytes_of = [&](size_t step) {
    return uint32_t(min(size_t{kSlotBytes}, whole - begin_of(step)));
  };
  const auto fetch = [&](size_t step) {
    const uint32_t bytes = bytes_of(step);
    uint64_t* const bar = &full[step % kSlots];
    if (bytes == 0) return;
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, bar, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                       ring[step % kSlots], middle + begin_of(step), bytes,
                       bar);
  };
  if (threadIdx.x == 0) {
    for (auto& bar : full) ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();  // nobody waits at an mbarrier that is not there yet
  if (threadIdx.x == 0) {
    for (int step = 0; step < kSlots; ++step) fetch(step);
  }
  for (size_t step = 0; bytes_of(step) > 0; ++step) {
    const int slot = step % kSlots;
    while (!ptx::mbarrier_try_wait_parity(&full[slot], step / kSlots % 2)) {
    }
    count += count_slot(ring[slot], bytes_of(step), mark);
    __syncthreads();  // all have read the slot
    if (threadIdx.x == 0) {
      ptx::fence_proxy_async(ptx::space_shared);
      fetch(step + kSlots);
    }
  }
  // task-end

  count = __reduce_add_sync(0xffffffff, count);
  if (threadIdx.x % 32 == 0) atomicAdd(total, count);
}

void count_marks(const char* text, size_t size, char mark,
                 unsigned long long* total) {
  CUDA_CHECK(cudaMemsetAsync(total, 0, sizeof *total));
  if (size == 0) return;
  int device = 0, processors = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount,
                                    device));
  const size_t pieces = (size + kSlotBytes - 1) / kSlotBytes;
  const int blocks = int(std::min(pieces, size_t(kBlocksEach) * processors));
  count_kernel<<<blocks, kThreads>>>(text, size, mark, total);
  CUDA_CHECK(cudaGetLastError());
}
