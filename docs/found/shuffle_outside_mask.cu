// SPDX-License-Identifier: MIT
// docs/found.md, 2: the last step of a block's sum, as the best-known sample of
// reductions takes it: 8 lanes hold a sum, the mask names these 8, and the loop
// begins with a distance of 16.
#include <cstdio>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kSums = 8;

__device__ int add_lanes(unsigned mask, int sum) {
  for (int distance = 16; distance > 0; distance /= 2) {
    sum += __shfl_down_sync(mask, sum, distance);
  }
  return sum;
}

__global__ void add_sums(const int* in, int* out) {
  const int lane = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffff, lane < kSums);
  if (lane < kSums) {
    const int sum = add_lanes(mask, in[lane]);
    if (lane == 0) *out = sum;
  }
}

int main() {
  const lockstep::DeviceBuffer<int> in(
      std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}),
      out(1);
  add_sums<<<1, 32>>>(in.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  std::printf("1 + 2 + ... + 8 = 36: %s\n",
              out.download()[0] == 36 ? "right" : "wrong");
}
