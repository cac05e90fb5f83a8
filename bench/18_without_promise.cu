// SPDX-License-Identifier: MIT
// What a GPU makes of old code that nothing promises to work. For the remarks
// in lessons 18, 26, 28 and 29. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. bench/18_without_promise.cu
//     -o /tmp/without_promise && /tmp/without_promise
// Prints a line for each kernel: its sum, and the one it should be. A kernel
// that never ends must be stopped from outside.
#include <cstdio>
#include <numeric>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace {

constexpr int kThreads = 256;

/// Lesson 18: a barrier inside of the branch; the warps without work skip it,
/// and end. One block of kThreads threads; *out = in[0] + in[1] + ...
__global__ void barrier_in_the_branches(const int* in, int* out) {
  __shared__ int cache[kThreads];
  const int t = threadIdx.x;
  cache[t] = in[t];
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) {
      cache[t] += cache[t + half];
      __syncthreads();
    }
  }
  if (t == 0) *out = cache[0];
}

/// Lesson 26: the last six steps of a tree by one warp without any wait; `Word`
/// is int or volatile int. One block of 64 threads.
template <typename Word>
__global__ void tail_of_one_warp(const int* in, int* out) {
  __shared__ int values[64];
  const int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  Word* const cache = values;
  if (t < 32) {
    cache[t] += cache[t + 32];
    cache[t] += cache[t + 16];
    cache[t] += cache[t + 8];
    cache[t] += cache[t + 4];
    cache[t] += cache[t + 2];
    cache[t] += cache[t + 1];
  }
  if (t == 0) *out = cache[0];
}

/// Lessons 28 and 29: a mask that names lanes 0 to 4. One warp.
__global__ void mask_of_five_lanes(const int* in, int* out) {
  int sum = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(warpSize - 1, sum, step);
  }
  if (threadIdx.x == 0) *out = sum;
}

void show(const char* name, void (*kernel)(const int*, int*), int threads) {
  std::vector<int> in(threads);
  std::iota(in.begin(), in.end(), 0);
  const lockstep::DeviceBuffer<int> from(in), to(1);
  kernel<<<1, threads>>>(from.data(), to.data());
  CUDA_CHECK(cudaGetLastError());
  const int want = threads * (threads - 1) / 2;
  std::printf("%-38s ended: %6d, should be %6d\n", name, to.download()[0],
              want);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s\n", device.name);
  show("12: barrier in the branches", barrier_in_the_branches, kThreads);
  show("19: tail of one warp", tail_of_one_warp<int>, 64);
  show("19: tail of one warp, volatile", tail_of_one_warp<volatile int>, 64);
  show("22: shuffles with mask warpSize - 1", mask_of_five_lanes, 32);
}
