// SPDX-License-Identifier: MIT
// Lesson 19 on a GPU: a histogram of 256 MB, every value by an atomic on global
// memory, or counted in shared memory first. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/19_atomics
//     bench/19_atomics.cu -o /tmp/bench19 && /tmp/bench19
// Prints a row for each time, of bytes that are drawn evenly and of bytes that
// are all equal. The limit is reading the data once. Exit code 1 when a result
// is wrong.
#include <cstdio>
#include <cub/device/device_histogram.cuh>
#include <random>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/19_atomics/solution.cu"
}

namespace {

constexpr int kCount = 1 << 28;

/// Every value is an atomic on global memory.
__global__ void everything_global(const unsigned char* data, unsigned* counts,
                                  int n) {
  const int stride = gridDim.x * solution::kThreads;
  for (int i = blockIdx.x * solution::kThreads + threadIdx.x; i < n;
       i += stride) {
    atomicAdd(&counts[data[i]], 1);
  }
}

struct Bench {
  std::vector<unsigned char> host = std::vector<unsigned char>(kCount);
  lockstep::DeviceBuffer<unsigned char> data{kCount};
  lockstep::DeviceBuffer<unsigned> counts{kBins};
  std::vector<unsigned> expected;
  double limit_ms = limits::read_ms(kCount);
  int blocks = 0;
  bool right = true;

  /// Draws the values anew, evenly or all equal.
  void fill(bool equal) {
    std::mt19937 random(19);
    expected.assign(kBins, 0);
    for (unsigned char& value : host) {
      value = equal ? 7 : random() >> 24;
      ++expected[value];
    }
    data.upload(host);
  }

  template <typename Work>
  void row(const char* name, int times, const Work& work) {
    CUDA_CHECK(cudaMemset(counts.data(), 0, kBins * sizeof(unsigned)));
    work();
    const bool good = counts.download() == expected;
    const double ms = median_ms(times, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", name, 1e3 * ms,
                100 * limit_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }

  void rows(const char* before, const char* after, const char* cub) {
    row(before, 3, [&] {
      everything_global<<<blocks, solution::kThreads>>>(data.data(),
                                                        counts.data(), kCount);
    });
    row(after, 11, [&] {
      solution::count_values(data.data(), counts.data(), kCount, blocks);
    });
    // CUB sets the counts; it wants levels, one more than bins.
    size_t bytes = 0;
    const auto count = [&](void* scratch) {
      CUDA_CHECK(cub::DeviceHistogram::HistogramEven(
          scratch, bytes, data.data(), counts.data(), kBins + 1, 0, kBins,
          kCount));
    };
    count(nullptr);
    lockstep::DeviceBuffer<char> scratch(bytes);
    row(cub, 11, [&] { count(scratch.data()); });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench bench;
  // As many blocks as the multiprocessors hold.
  bench.blocks = device.multiProcessorCount *
                 (device.maxThreadsPerMultiProcessor / solution::kThreads);
  std::printf("%s, %d bytes, %d blocks; limit: reading them once\n",
              device.name, kCount, bench.blocks);
  bench.fill(false);
  bench.rows("before", "after", "cub::DeviceHistogram");
  bench.fill(true);
  bench.rows("before, equal bytes", "after, equal bytes", "CUB, equal bytes");
  return bench.right ? 0 : 1;
}
