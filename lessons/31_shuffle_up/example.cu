// SPDX-License-Identifier: MIT
// A scan of one warp, step by step. Each lane begins with 1, so the right end
// is lane + 1. The second table leaves out the guard: lanes that have no lower
// partner add the value that they get, which is their own.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// sums[32 * k + lane] = what the lane holds after step k; k = 0: the start.
__global__ void scan_steps(int* sums, bool guarded) {
  const int lane = threadIdx.x;
  int value = 1;
  sums[lane] = value;
  for (int k = 1; k <= 5; ++k) {
    const int step = 1 << (k - 1);
    const int lower = __shfl_up_sync(0xffffffff, value, step);
    if (!guarded || lane >= step) value += lower;
    sums[32 * k + lane] = value;
  }
}

void show(const char* title, bool guarded) {
  const std::vector<int> shown = {0, 1, 2, 3, 4, 7, 8, 15, 16, 30, 31};
  const lockstep::DeviceBuffer<int> sums(6 * 32);
  scan_steps<<<1, 32>>>(sums.data(), guarded);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> got = sums.download();
  std::printf("%-9s", title);
  for (const int lane : shown) std::printf(" %3d", lane);
  std::printf("\n");
  for (int k = 0; k <= 5; ++k) {
    k == 0 ? std::printf("start    ") : std::printf("step %2d  ", 1 << (k - 1));
    for (const int lane : shown) std::printf(" %3d", got[32 * k + lane]);
    std::printf("\n");
  }
}

int main() {
  show("lane", true);
  std::printf("\n");
  show("no guard", false);
}
