// SPDX-License-Identifier: MIT
// Lesson 52 on a GPU: how often each of 65,536 values comes, among 2^28 of 16
// bits. Before: an atomic to global memory for each. After: the solution's
// clusters. Then CUB. First all values come equally often; then nearly all are
// among 1000 of them, as in a picture. 100 % is the time to read the values.
// From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/52_clusters
//     bench/52_clusters.cu -o /tmp/bench52 && /tmp/bench52
// Exit code 1 when a result is wrong.
#include <cooperative_groups.h>

#include <cstdio>
#include <cub/device/device_histogram.cuh>
#include <functional>
#include <string>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/52_clusters/solution.cu"
}

namespace before {

__global__ void count_values(const uint16_t* values, int count,
                             unsigned* bins) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step) {
    atomicAdd(&bins[values[i]], 1u);
  }
}

void histogram(const uint16_t* values, int count, unsigned* bins) {
  CUDA_CHECK(cudaMemsetAsync(bins, 0, kBins * sizeof *bins));
  count_values<<<1056, 512>>>(values, count, bins);
}

}  // namespace before

namespace {

constexpr int kCount = 1 << 28, kRuns = 15;

__host__ __device__ unsigned mixed(unsigned i) {
  i = (i ^ i >> 16) * 0x7feb352du;
  i = (i ^ i >> 15) * 0x846ca68bu;
  return i ^ i >> 16;
}

/// `narrow`: a sum of 8 numbers below 256, shifted; else every value.
__global__ void fill(uint16_t* to, bool narrow) {
  const int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kCount; i += step) {
    unsigned value = mixed(i) & 0xffff;
    if (narrow) {
      value = 30000;
      for (unsigned k = 0; k < 8; ++k) value += mixed(8u * i + k) & 0xff;
    }
    to[i] = uint16_t(value);
  }
}

struct Bench {
  lockstep::DeviceBuffer<uint16_t> values{kCount};
  lockstep::DeviceBuffer<unsigned> bins{kBins};
  lockstep::DeviceBuffer<char> scratch;
  std::vector<unsigned> expected;
  double read_ms = limits::read_ms(kCount * sizeof(uint16_t));  // 100 %
  bool right = true;

  Bench() : scratch(scratch_bytes()) {}

  void take(bool narrow) {
    fill<<<1056, 512>>>(values.data(), narrow);
    expected.assign(kBins, 0);
    std::vector<uint16_t> all = values.download();
    for (const uint16_t value : all) ++expected[value];
  }

  static cudaError_t call_cub(void* scratch, size_t& bytes,
                              const uint16_t* values, unsigned* bins) {
    return cub::DeviceHistogram::HistogramEven(
        scratch, bytes, values, bins, kBins + 1, 0, kBins, kCount);
  }
  static size_t scratch_bytes() {
    size_t bytes = 0;
    CUDA_CHECK(call_cub(nullptr, bytes, nullptr, nullptr));
    return bytes;
  }
  void cub() {
    size_t bytes = scratch.size();
    CUDA_CHECK(call_cub(scratch.data(), bytes, values.data(), bins.data()));
  }

  using Histogram = void (*)(const uint16_t*, int, unsigned*);
  void call(Histogram histogram) {
    histogram(values.data(), kCount, bins.data());
  }
  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(bins.data(), 0xff, kBins * sizeof(unsigned)));
    work();
    return bins.download() == expected;
  }
  void row(const std::string& name, const std::function<void()>& work) {
    const bool good = is_right(work);
    const double ms = median_ms(kRuns, 1, work);
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name.c_str(), 1e3 * ms,
                100 * read_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench bench;
#ifdef LOCKSTEP_EXERCISE
  constexpr double kGigabytes = 1e-9 * kCount * sizeof(uint16_t);
  Versus table(gigabytes(kGigabytes), "limit: reading",
               1e3 * kGigabytes / bench.read_ms);
  bench.take(false);
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(kRuns, 1, work), good);
  };
  versus("CUB", [&] { bench.cub(); });
  versus("solution", [&] { bench.call(solution::histogram); });
  versus("your exercise", [&] { bench.call(exercise::histogram); });
  return table.status();
#else
  std::printf("%s, %d values, limit: reading them\n", device.name, kCount);
  std::printf("%-28s %9.1f us 100.0 %%\n", "reading", 1e3 * bench.read_ms);
  for (const bool narrow : {false, true}) {
    const std::string end = narrow ? ", narrow" : "";
    bench.take(narrow);
    bench.row("before" + end, [&] { bench.call(before::histogram); });
    bench.row("after" + end, [&] { bench.call(solution::histogram); });
    bench.row("CUB" + end, [&] { bench.cub(); });
  }
  return bench.right ? 0 : 1;
#endif
}
