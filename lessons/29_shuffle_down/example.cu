// SPDX-License-Identifier: MIT
// Whose value does a lane get? Each lane holds its own number, 0 to 31, and
// shuffles it down by `delta`. Prints what arrives, for several deltas.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// got[lane] = the number that `lane` receives.
__global__ void receive(int* got, int delta) {
  const int lane = threadIdx.x;
  got[lane] = __shfl_down_sync(0xffffffff, lane, delta);
}

int main() {
  const std::vector<int> shown = {0, 1, 2, 3, 15, 16, 23, 24, 30, 31};
  std::printf("lane     ");
  for (const int lane : shown) std::printf(" %3d", lane);
  std::printf("\n");
  for (const int delta : {1, 8, 16}) {
    const lockstep::DeviceBuffer<int> got(32);
    receive<<<1, 32>>>(got.data(), delta);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> values = got.download();
    std::printf("delta %2d ", delta);
    for (const int lane : shown) std::printf(" %3d", values[lane]);
    std::printf("\n");
  }
}
