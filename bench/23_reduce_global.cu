// SPDX-License-Identifier: MIT
// Lesson 23 on a GPU: the sum of 2^26 ints, whose threads leave their sums in
// global memory. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/23_reduce_global
//     bench/23_reduce_global.cu -o /tmp/bench23 && /tmp/bench23
// Prints median times of 15 runs; the percentage is the time that reading the
// array takes, divided by the row's. Exit code 1 when a sum is wrong.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/23_reduce_global/solution.cu"
}

namespace before {
/// The kernel as the exercise has it: right for the first block only, and the
/// sums of the threads lie over the array.
__global__ void reduce(int* vec, int* partial, int count) {
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
  for (int i = tid; i < count; i += gridDim.x * blockDim.x) sum += vec[i];
  vec[tid] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (tid < half) vec[tid] += vec[tid + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = vec[tid];
}
}  // namespace before

namespace {

constexpr int kCount = 1 << 26, kTimes = 15;
constexpr size_t kBytes = size_t(kCount) * sizeof(int);

double limit_ms = 0;
bool right = true;

void row(const char* label, double ms) {
  std::printf("%-28s %9.1f us %5.0f %%\n", label, ms * 1e3,
              limit_ms / ms * 100);
}

void must_be(const char* who, int sum, int expected) {
  if (sum == expected) return;
  std::fprintf(stderr, "%s: sum %d, expected %d\n", who, sum, expected);
  right = false;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, 2^26 ints, 100 %% is the time of reading them\n",
              device.name);
  std::vector<int> values(kCount);
  int expected = 0;
  for (int i = 0; i < kCount; ++i) {
    values[i] = int(i * 7919ll % 15) - 7;
    expected += values[i];
  }
  constexpr int kThreads = solution::kThreads;
  const int blocks = solution::blocks_of_grid();
  lockstep::DeviceBuffer<int> in(kCount), scratch(blocks * kThreads),
      partial(blocks), out(1);
  in.upload(values);
  limit_ms = limits::read_ms(kBytes);

  const double after = median_ms(kTimes, 1, [&] {
    solution::reduce<<<blocks, kThreads>>>(in.data(), scratch.data(),
                                           partial.data(), kCount);
  });
  int sum = 0;
  for (const int one : partial.download()) sum += one;
  must_be("after", sum, expected);
  const double whole =
      median_ms(kTimes, 1, [&] { solution::device_sum(in.data(), kCount); });
  must_be("device_sum", solution::device_sum(in.data(), kCount).value,
          expected);
  size_t bytes = 0;
  CUDA_CHECK(
      cub::DeviceReduce::Sum(nullptr, bytes, in.data(), out.data(), kCount));
  lockstep::DeviceBuffer<char> room(bytes);
  const double cub_ms = median_ms(kTimes, 1, [&] {
    CUDA_CHECK(cub::DeviceReduce::Sum(room.data(), bytes, in.data(), out.data(),
                                      kCount));
  });
  must_be("CUB", out.download()[0], expected);
  // Last, as it destroys the array.
  const double first = median_ms(kTimes, 1, [&] {
    before::reduce<<<blocks, kThreads>>>(in.data(), partial.data(), kCount);
  });

  row("before, the kernel", first);
  row("after, the kernel", after);
  row("after, device_sum", whole);
  row("CUB DeviceReduce", cub_ms);
  row("reading the array", limit_ms);
  return right ? 0 : 1;
}
