// SPDX-License-Identifier: MIT
// What really happens on a GPU without a right barrier for the grid. For the
// figures in lessons 17, 37 and 38. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. bench/37_without_barrier.cu
//     -o /tmp/without && /tmp/without
// 1. x -> p -> x in one launch, with nothing or with __syncthreads() between
//    the stages: in how many of 200 runs is a value wrong, and are the wrong
//    ones always whole warps or whole blocks?
// 2. A counter that the last block sets back to 0 (the exercise of lesson 38
//    with its other faults mended): does every block come through 1000 rounds?
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace {

enum class Between { kNothing, kBlock };

__device__ unsigned sum_of(const unsigned* from, int n) {
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sum += from[i];
  return sum;
}

/// p comes with zeros; both arrays hold one value for each thread.
template <Between between>
__global__ void exchange(unsigned* x, unsigned* p, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  p[j] = x[j] + sum_of(x, n);
  if (between == Between::kBlock) __syncthreads();
  x[j] = p[j] + sum_of(p, n);
}

/// Are the wrong values always all of a group of `size` neighbours? A thread
/// may also read an x that is already new, so a whole group shares its fate.
bool whole(const std::vector<bool>& wrong, size_t size) {
  for (size_t begin = 0; begin < wrong.size(); begin += size)
    for (size_t i = 1; i < size; ++i)
      if (wrong[begin + i] != wrong[begin]) return false;
  return true;
}

template <Between between>
void count_wrong(const char* name, int blocks, int threads) {
  const int n = blocks * threads, kRuns = 200;
  std::vector<unsigned> in(n);
  unsigned sum = 0, sum_p = 0;
  for (int i = 0; i < n; ++i) sum += in[i] = 3 * i + 1;
  for (int i = 0; i < n; ++i) sum_p += in[i] + sum;
  int runs = 0, warps = 0, groups = 0;
  for (int run = 0; run < kRuns; ++run) {
    const lockstep::DeviceBuffer<unsigned> x(in),
        p(std::vector<unsigned>(n, 0));
    exchange<between><<<blocks, threads>>>(x.data(), p.data(), n);
    CUDA_CHECK(cudaGetLastError());
    const auto out = x.download();
    std::vector<bool> wrong(n);
    bool any = false;
    for (int i = 0; i < n; ++i) {
      wrong[i] = out[i] != in[i] + sum + sum_p;
      any = any || wrong[i];
    }
    runs += any ? 1 : 0;
    warps += any && whole(wrong, 32) ? 1 : 0;
    groups += any && whole(wrong, threads) ? 1 : 0;
  }
  std::printf(
      "%-16s %5d x %4d: %3d of %d runs wrong, %3d in whole warps, "
      "%3d in whole blocks\n",
      name, blocks, threads, runs, kRuns, warps, groups);
}

__device__ unsigned arrived;
__device__ unsigned stuck;  // blocks that waited too long

/// The counter goes back to 0 when the last block of a round has come. A block
/// that waits for longer than any round takes gives up.
__global__ void rounds_with_reset(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      if (atomicInc(&arrived, gridDim.x - 1) != gridDim.x - 1) {
        const volatile unsigned* counter = &arrived;
        const long long begin = clock64();
        while (*counter != 0) {
          if (clock64() - begin < 400'000'000) continue;
          atomicAdd(&stuck, 1);
          return;
        }
      }
      __threadfence();
    }
    __syncthreads();
  }
}

void count_stuck(int blocks) {
  constexpr int kRuns = 10;
  int ended = 0;
  unsigned most = 0;
  for (int run = 0; run < kRuns; ++run) {
    unsigned zero = 0, waiting = 0;
    CUDA_CHECK(cudaMemcpyToSymbol(arrived, &zero, sizeof zero));
    CUDA_CHECK(cudaMemcpyToSymbol(stuck, &zero, sizeof zero));
    rounds_with_reset<<<blocks, 64>>>(1000);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyFromSymbol(&waiting, stuck, sizeof waiting));
    ended += waiting == 0 ? 1 : 0;
    most = waiting > most ? waiting : most;
  }
  std::printf(
      "counter set back %5d x   64: %2d of %d runs came through 1000 "
      "rounds; else up to %u blocks waited for ever\n",
      blocks, ended, kRuns, most);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s\n", device.name);
  count_wrong<Between::kNothing>("nothing", 8, 1024);
  count_wrong<Between::kBlock>("__syncthreads()", 8, 1024);
  count_wrong<Between::kNothing>("nothing", 64, 256);
  count_wrong<Between::kBlock>("__syncthreads()", 64, 256);
  for (const int blocks : {2, 33, 132, 264, 528, 1056}) count_stuck(blocks);
}
