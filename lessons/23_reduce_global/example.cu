// SPDX-License-Identifier: MIT
// A sum of an array in its own memory: each thread stores what it has added
// over one of the values. Two blocks of 32 threads add 1, 2, ... 128, twice.
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kBlocks = 2, kThreads = 32, kCount = 128;

__global__ void reduce_in_place(int* vec, int* partial) {
  const int index = blockIdx.x * kThreads + threadIdx.x;
  int sum = 0;
  for (int i = index; i < kCount; i += kBlocks * kThreads) sum += vec[i];
  vec[index] = sum;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) vec[index] += vec[index + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = vec[index];
}

void print(const char* when, const std::vector<int>& values) {
  std::printf("%-18s", when);
  for (int i : {0, 1, 2, 31, 32, 33, 63, 64, 127}) {
    std::printf(" %5d", values[i]);
  }
  std::printf("\n");
}

int main() {
  std::vector<int> values(kCount);
  std::iota(values.begin(), values.end(), 1);
  const lockstep::DeviceBuffer<int> vec(values), partial(kBlocks);
  std::printf(
      "value               [0]   [1]   [2]  [31]  [32]  [33]  [63]"
      "  [64] [127]\n");
  print("before", values);
  for (const char* call : {"first", "second"}) {
    reduce_in_place<<<kBlocks, kThreads>>>(vec.data(), partial.data());
    CUDA_CHECK(cudaGetLastError());
    const std::vector<int> sums = partial.download();
    print("after it", vec.download());
    std::printf("%s sum: %d\n", call, sums[0] + sums[1]);
  }
}
