// SPDX-License-Identifier: MIT
// Each thread of a block holds 1, so the sum is the number of threads. Each
// warp puts its sum into a slot; then the slots are added, with the number of
// warps rounded down and rounded up.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// got[0], [1]: the two sums; from [2] on the slots, one per warp.
__global__ void sum_slots(int* got) {
  __shared__ int slots[32];
  const int warp = threadIdx.x / 32;
  for (int w = threadIdx.x; w < 32; w += blockDim.x) slots[w] = 0;
  __syncthreads();
  atomicAdd(&slots[warp], 1);  // short here; the exercise uses shuffles
  __syncthreads();
  if (threadIdx.x > 0) return;
  const int down = blockDim.x / 32, up = (blockDim.x + 31) / 32;
  got[0] = got[1] = 0;
  for (int w = 0; w < down; ++w) got[0] += slots[w];
  for (int w = 0; w < up; ++w) got[1] += slots[w];
  for (int w = 0; w < 32; ++w) got[2 + w] = slots[w];
}

int main() {
  std::printf("threads  rounded down  rounded up  slots\n");
  const lockstep::DeviceBuffer<int> got(34);
  for (const int threads : {64, 70, 40, 20}) {
    sum_slots<<<1, threads>>>(got.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> all = got.download();
    std::printf("%7d %13d %11d ", threads, all[0], all[1]);
    for (int w = 0; w < (threads + 31) / 32; ++w)
      std::printf(" %d", all[2 + w]);
    std::printf("\n");
  }
}
