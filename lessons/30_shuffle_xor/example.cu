// SPDX-License-Identifier: MIT
// Whose value does a lane get, when it reads from lane ^ bit? Then the same
// five steps are added up, once with `down` and once with `xor`, for the values
// 0 to 31: which lanes end with the sum, 496?
#include <cstdio>
#include <string>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

/// got[lane] = the number that `lane` receives from lane ^ bit.
__global__ void receive(int* got, int bit) {
  const int lane = threadIdx.x;
  got[lane] = __shfl_xor_sync(0xffffffff, lane, bit);
}

__global__ void add_down(int* got) {
  int sum = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, step);
  }
  got[threadIdx.x] = sum;
}

__global__ void add_xor(int* got) {
  int sum = threadIdx.x;
  for (int bit = 16; bit > 0; bit /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, bit);
  }
  got[threadIdx.x] = sum;
}

const std::vector<int> kShown = {0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 30, 31};

void print_row(const std::string& name, const std::vector<int>& values) {
  std::printf("%-8s", name.c_str());
  for (const int lane : kShown) std::printf(" %3d", values[lane]);
  std::printf("\n");
}

int main() {
  std::vector<int> lanes(32);
  for (int lane = 0; lane < 32; ++lane) lanes[lane] = lane;
  print_row("lane", lanes);
  const lockstep::DeviceBuffer<int> got(32);
  for (int bit = 1; bit < 32; bit *= 2) {
    receive<<<1, 32>>>(got.data(), bit);
    CUDA_CHECK(cudaGetLastError());
    print_row("xor " + std::to_string(bit), got.download());
  }
  std::printf("\nfive steps added up\n");
  add_down<<<1, 32>>>(got.data());
  CUDA_CHECK(cudaGetLastError());
  print_row("down", got.download());
  add_xor<<<1, 32>>>(got.data());
  CUDA_CHECK(cudaGetLastError());
  print_row("xor", got.download());
}
