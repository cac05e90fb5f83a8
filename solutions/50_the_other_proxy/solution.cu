// SPDX-License-Identifier: MIT
// Histograms of frames: each block counts its part of a frame in shared memory
// and adds that to the bins. The last block finds the most frequent values.
#include <algorithm>
#include <cuda/ptx>

#include "common/cuda_check.h"
#include "lesson.h"

namespace ptx = cuda::ptx;

constexpr int kThreads = 256;   // of a block
constexpr int kBlocksEach = 4;  // per multiprocessor at most

/// Adds the block's part of a frame to `counts`, which is in shared memory. The
/// frame has `units` units of 16 pixels.
__device__ void count(const uint4* frame, int units, unsigned* counts) {
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < units;
       i += gridDim.x * kThreads) {
    const uint4 unit = frame[i];
    for (const unsigned four : {unit.x, unit.y, unit.z, unit.w}) {
      for (int k = 0; k < 32; k += 8) atomicAdd(&counts[four >> k & 255], 1);
    }
  }
}

/// The block that calls this last finds most[frame], a warp for each frame.
__device__ void finish(const unsigned* bins, int frames, int* most,
                       unsigned* finished) {
  __syncthreads();
  __threadfence();
  if (__syncthreads_or(threadIdx.x == 0 &&
                       atomicAdd(finished, 1) == gridDim.x - 1)) {
    __threadfence();
    for (int f = threadIdx.x / 32; f < frames; f += kThreads / 32) {
      unsigned long long best = 0;  // a count, and 255 - its value
      for (int v = threadIdx.x % 32; v < kBins; v += 32) {
        best = max(best, (bins[f * kBins + v] + 0ull) << 8 | (255 - v));
      }
      for (int d = 16; d > 0; d /= 2) {
        best = max(best, __shfl_xor_sync(0xffffffff, best, d));
      }
      if (threadIdx.x % 32 == 0) most[f] = 255 - int(best & 255);
    }
  }
}

__global__ void count_kernel(const uint4* pixels, int frames, int units,
                             unsigned* bins, int* most, unsigned* finished) {
  [[maybe_unused]] __shared__ alignas(16) unsigned counts[2][kBins];

  // task-begin
  for (int frame = 0; frame < frames; ++frame) {
    unsigned* const mine = counts[frame % 2];
    // The copy of two frames ago has read this array; one may be in flight.
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    __syncthreads();
    mine[threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, mine);
    ptx::fence_proxy_async(ptx::space_shared);  // each thread, what it stored
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins + frame * kBins, mine,
                                kBins * sizeof(unsigned));
      ptx::cp_async_bulk_commit_group();
    }
  }
  // Not .read: what the copies add must be there before the block says so.
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  // task-end

  finish(bins, frames, most, finished);
}

void count_frames(const unsigned char* pixels, int frames, int each,
                  unsigned* bins, int* most, unsigned* finished) {
  if (frames == 0) return;
  CUDA_CHECK(cudaMemsetAsync(bins, 0, sizeof *bins * kBins * frames));
  CUDA_CHECK(cudaMemsetAsync(finished, 0, sizeof *finished));
  int processors = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  const int units = each / 16, needed = (units + kThreads - 1) / kThreads;
  const int blocks = std::clamp(needed, 1, kBlocksEach * processors);
  count_kernel<<<blocks, kThreads>>>(reinterpret_cast<const uint4*>(pixels),
                                     frames, units, bins, most, finished);
  CUDA_CHECK(cudaGetLastError());
}
