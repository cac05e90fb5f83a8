// SPDX-License-Identifier: MIT
// Segments of 8 lanes: whose value does a lane get when the lane it asks for
// lies outside its segment? Then: how many 32-bit shuffles does a value take?
#include <cuda_fp16.h>

#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kWidth = 8;

/// got[32 k + lane] = the number that `lane` receives from shuffle k.
__global__ void cross_edges(int* got) {
  const int lane = threadIdx.x;
  got[lane] = __shfl_sync(0xffffffff, lane, 10, kWidth);
  got[32 + lane] = __shfl_up_sync(0xffffffff, lane, 3, kWidth);
  got[64 + lane] = __shfl_down_sync(0xffffffff, lane, 3, kWidth);
  got[96 + lane] = __shfl_xor_sync(0xffffffff, lane, 8, kWidth);
}

template <typename T>
__global__ void move(T* values) {
  values[threadIdx.x] =
      __shfl_down_sync(0xffffffff, values[threadIdx.x], 1, kWidth);
}

template <typename T>
void show_cost(const char* name) {
  const lockstep::DeviceBuffer<T> values(32);
  const lockstep::Recording recording;
  move<<<1, 32>>>(values.data());
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("%-10s %5d ", name, int(sizeof(T)));
  if (lockstep::counters_available()) {
    std::printf("%8d\n", int(recording.total().shuffles));
  } else {
    std::printf("%8s\n", "-");
  }
}

int main() {
  const std::vector<int> shown = {0, 1, 2, 4, 5, 7, 8, 10, 12, 13, 15, 16};
  const lockstep::DeviceBuffer<int> got(4 * 32);
  cross_edges<<<1, 32>>>(got.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> values = got.download();
  std::printf("width %d       |  first segment    | second segment       |\n",
              kWidth);
  std::printf("lane         ");
  for (const int lane : shown) std::printf(" %3d", lane);
  const char* names[] = {"source 10", "up 3", "down 3", "xor 8"};
  for (int k = 0; k < 4; ++k) {
    std::printf("\n%-13s", names[k]);
    for (const int lane : shown) std::printf(" %3d", values[32 * k + lane]);
  }
  std::printf("\n\ntype       bytes shuffles\n");
  show_cost<__half>("__half");
  show_cost<__half2>("__half2");
  show_cost<int>("int");
  show_cost<float>("float");
  show_cost<long long>("long long");
  show_cost<double>("double");
}
