// SPDX-License-Identifier: MIT
// Whose value does a lane get? Each lane holds its own number, 0 to 31, and
// asks for lane `source` of its group of `width` lanes. Prints what arrives.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// got[lane] = the number that `lane` receives.
__global__ void receive(int* got, int source, int width) {
  const int lane = threadIdx.x;
  got[lane] = __shfl_sync(0xffffffff, lane, source, width);
}

int main() {
  const std::vector<int> shown = {0, 1, 2, 3, 4, 7, 8, 15, 16, 24, 31};
  std::printf("lane               ");
  for (const int lane : shown) std::printf(" %3d", lane);
  std::printf("\n");
  for (const auto& [width, source] :
       {std::pair{32, 0}, {32, 5}, {16, 5}, {8, 5}, {4, 3}, {4, 5}, {32, 37}}) {
    const lockstep::DeviceBuffer<int> got(32);
    receive<<<1, 32>>>(got.data(), source, width);
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> values = got.download();
    std::printf("width %2d, source %2d", width, source);
    for (const int lane : shown) std::printf(" %3d", values[lane]);
    std::printf("\n");
  }
}
