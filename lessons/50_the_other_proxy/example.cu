// SPDX-License-Identifier: MIT
// Four blocks add 256 counts each to global memory, twice: by
// atomics of their threads, and by a bulk copy that adds. What does each ask of
// the threads?
#include <cstdio>
#include <cuda/ptx>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace ptx = cuda::ptx;

constexpr int kBins = 256, kBlocks = 4, kRounds = 2;

__global__ void by_atomics(unsigned* bins) {
  for (int round = 0; round < kRounds; ++round) {
    atomicAdd(&bins[threadIdx.x], threadIdx.x + round);
  }
}

__global__ void by_bulk_copy(unsigned* bins) {
  __shared__ alignas(16) unsigned counts[kBins];
  for (int round = 0; round < kRounds; ++round) {
    counts[threadIdx.x] = threadIdx.x + round;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins, counts,
                                kBins * sizeof(unsigned));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}

void run(const char* name, decltype(&by_atomics) kernel) {
  const lockstep::DeviceBuffer<unsigned> bins(std::vector<unsigned>(kBins, 0));
  const lockstep::Recording recording;
  kernel<<<kBlocks, kBins>>>(bins.data());
  CUDA_CHECK(cudaGetLastError());
  const unsigned sum = bins.download()[7];
  const SimtCounters all = recording.total();
  std::printf("%-12s %8u %15d %14d %10d\n", name, sum,
              int(all.global_atomic.requests), int(all.shared_store.requests),
              int(all.barriers));
}

int main() {
  std::printf(
      "              bins[7]  global atomics  shared stores  barriers\n");
  run("by atomics", by_atomics);
  run("by bulk copy", by_bulk_copy);
}
