// SPDX-License-Identifier: MIT
// One thread begins four copies, each into a tile of its own. The other warp
// waits for each, and adds. No thread reads global memory itself.
#include <cstdio>
#include <cuda/ptx>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace ptx = cuda::ptx;

constexpr int kCopies = 4, kFloats = 32;

/// Waits for the first phase.
__device__ void wait_for(uint64_t* full) {
  while (!ptx::mbarrier_try_wait_parity(full, 0)) continue;
}

__global__ void add(const float* in,  // kCopies x kFloats
                    float* sums) {    // kFloats
  __shared__ alignas(128) float tile[kCopies][kFloats];
  __shared__ uint64_t full[kCopies];
  const int t = threadIdx.x;
  if (t < kCopies) {
    ptx::mbarrier_init(&full[t], 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (t == 0) {
    for (int i = 0; i < kCopies; ++i) {
      constexpr uint32_t kBytes = sizeof tile[0];
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[i], kBytes);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[i],
                         in + i * kFloats, kBytes, &full[i]);
    }
  }
  if (t >= 32) {
    float sum = 0;
    for (int i = 0; i < kCopies; ++i) {
      wait_for(&full[i]);
      sum += tile[i][t - 32];
    }
    sums[t - 32] = sum;
  }
}

int main() {
  std::vector<float> values(kCopies * kFloats);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i % kFloats);
  const lockstep::DeviceBuffer<float> in(values), sums(kFloats);
  const lockstep::Recording recording;
  add<<<1, 64>>>(in.data(), sums.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("sum of lane 31: %g\n", sums.download()[31]);
  const SimtCounters counters = recording.total();
  std::printf("requests of threads to global memory: %llu reads, %llu writes\n",
              (unsigned long long)counters.global_read.requests,
              (unsigned long long)counters.global_write.requests);
}
