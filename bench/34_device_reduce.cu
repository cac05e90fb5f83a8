// SPDX-License-Identifier: MIT
// Lesson 34 beside CUB: the sum of 2^28 and of 2^20 ints, both in one run.
// Needs a GPU. From the repository root:
//   nvcc -std=c++17 -O3 -arch=native -I. -Ilessons/34_device_reduce \
//     bench/34_device_reduce.cu -o /tmp/bench34 && /tmp/bench34
// Prints the median time of 20 runs after one to warm up. `ratio` is CUB's time
// divided by the row's: 1.00 is as fast as CUB.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <numeric>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/34_device_reduce/solution.cu"
}

constexpr int kTimes = 20;

int sum_in(const int* out) {
  int sum = 0;
  CUDA_CHECK(cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost));
  return sum;
}

/// Ends the program when `out` does not hold `expected`.
void must_hold(const char* who, const int* out, int expected) {
  const int sum = sum_in(out);
  if (sum == expected) return;
  std::fprintf(stderr, "%s: sum %d, expected %d\n", who, sum, expected);
  std::exit(1);
}

void print_row(long long count, const char* who, double ms, double cub_ms) {
  std::printf("%10lld  %-18s %9.4f %9.1f %6.2f\n", count, who, ms,
              count * sizeof(int) / ms * 1e-6, cub_ms / ms);
}

#ifdef LOCKSTEP_EXERCISE
/// The sum of 2^28 ints; returns the program's exit code.
int compare_exercise() {
  constexpr long long kCount = 1ll << 28;
  constexpr size_t kBytes = kCount * sizeof(int);
  std::vector<int> values(kCount);
  for (long long i = 0; i < kCount; ++i) values[i] = int(i * 7919 % 15) - 7;
  const int expected = std::accumulate(values.begin(), values.end(), 0);
  const double limit = kBytes / limits::read_ms(kBytes) / 1e6;
  lockstep::DeviceBuffer<int> in(kCount), out(1), partials(kMostPartials);
  in.upload(values);
  size_t bytes = 0;
  CUDA_CHECK(
      cub::DeviceReduce::Sum(nullptr, bytes, in.data(), out.data(), kCount));
  lockstep::DeviceBuffer<char> scratch(bytes);
  Versus table(gigabytes(kBytes / 1e9), "limit: reading memory", limit);
  const auto versus = [&](const char* name, const auto& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0x55, sizeof(int)));
    work();
    const bool good = sum_in(out.data()) == expected;
    table.row(name, median_ms(kTimes, 1, work), good);
  };
  versus("CUB DeviceReduce", [&] {
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch.data(), bytes, in.data(),
                                      out.data(), kCount));
  });
  versus("solution", [&] {
    solution::reduce(in.data(), out.data(), partials.data(), kCount,
                     Operator::kSum);
  });
  versus("your exercise", [&] {
    exercise::reduce(in.data(), out.data(), partials.data(), kCount,
                     Operator::kSum);
  });
  return table.status();
}
#endif

void compare_sums(long long count) {
  std::vector<int> values(count);
  for (long long i = 0; i < count; ++i) values[i] = int(i * 7919 % 15) - 7;
  const int expected = std::accumulate(values.begin(), values.end(), 0);
  int *in, *out, *partials;
  CUDA_CHECK(cudaMalloc(&in, count * sizeof(int)));
  CUDA_CHECK(cudaMalloc(&out, sizeof(int)));
  CUDA_CHECK(cudaMalloc(&partials, kMostPartials * sizeof(int)));
  CUDA_CHECK(cudaMemcpy(in, values.data(), count * sizeof(int),
                        cudaMemcpyHostToDevice));

  size_t bytes = 0;
  void* scratch = nullptr;
  CUDA_CHECK(cub::DeviceReduce::Sum(scratch, bytes, in, out, count));
  CUDA_CHECK(cudaMalloc(&scratch, bytes));
  const double cub_ms = median_ms(kTimes, 1, [&] {
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch, bytes, in, out, count));
  });
  must_hold("cub", out, expected);
  print_row(count, "CUB", cub_ms, cub_ms);

  const double ms = median_ms(kTimes, 1, [&] {
    solution::reduce(in, out, partials, count, Operator::kSum);
  });
  must_hold("solution", out, expected);
  print_row(count, "lesson 34, rung 3", ms, cub_ms);

  constexpr int kThreads = solution::kThreads;
  const int blocks = solution::grid_size<Sum>(count);
  const double rung2_ms = median_ms(kTimes, 1, [&] {
    rungs::add_blocks<<<blocks, kThreads>>>(in, partials,
                                            static_cast<int>(count));
    rungs::add_blocks<<<1, kThreads>>>(partials, out, blocks);
  });
  must_hold("rung 2", out, expected);
  print_row(count, "lesson 34, rung 2", rung2_ms, cub_ms);

  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
  CUDA_CHECK(cudaFree(partials));
  CUDA_CHECK(cudaFree(scratch));
}

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  int driver = 0;
  CUDA_CHECK(cudaDriverGetVersion(&driver));
  std::printf("%s, CUDA %d.%d, driver for CUDA %d.%d\n\n", device.name,
              CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10, driver / 1000,
              driver % 1000 / 10);
#ifdef LOCKSTEP_EXERCISE
  return compare_exercise();
#else
  std::printf("%10s  %-18s %9s %9s %6s\n", "ints", "", "ms", "GB/s", "ratio");
  compare_sums(1ll << 28);
  compare_sums(1ll << 20);
#endif
}
