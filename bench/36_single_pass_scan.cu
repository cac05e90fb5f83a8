// SPDX-License-Identifier: MIT
// Lesson 36 on a GPU: three launches, the solution and cub::DeviceScan, for
// 2^28 and 2^20 ints. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/36_single_pass_scan
//     bench/36_single_pass_scan.cu -o /tmp/bench36 && /tmp/bench36
// A row is the median time of 20 runs, with what clears the scratch memory, and
// the share of the least time: that of a device copy. Exit code 1 when a result
// is wrong.
#include <cstdio>
#include <cub/device/device_scan.cuh>
#include <cuda/atomic>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"
#include "rungs.cuh"

namespace solution {
#include "solutions/36_single_pass_scan/solution.cu"
}

namespace {

constexpr int kTimes = 20;

struct Bench {
  int count;
  std::vector<int> values, expected;
  lockstep::DeviceBuffer<int> in, out;
  lockstep::DeviceBuffer<unsigned long long> scratch;
  size_t bytes = 0;
  double limit_ms = 0;
  bool right = true;

  explicit Bench(int count)
      : count(count),
        values(count),
        expected(count),
        in(count),
        out(count),
        scratch(scratch_words(count)) {
    int sum = 0;
    for (int i = 0; i < count; ++i) {
      values[i] = int(i * 7919ll % 15) - 7;
      sum += values[i];
      expected[i] = sum;
    }
    in.upload(values);
  }

  double copy_ms() {
    return median_ms(kTimes, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), count * sizeof(int),
                                 cudaMemcpyDeviceToDevice));
    });
  }

  template <typename Work>
  void row(const char* name, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0x55, count * sizeof(int)));
    work();
    const bool good = out.download() == expected;
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", name, 1e3 * ms,
                100 * limit_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }

  bool compare(const char* before, const char* after, const char* library) {
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.data(),
                                             out.data(), count));
    lockstep::DeviceBuffer<char> room(bytes);
    row(before,
        [&] { rungs::scan(in.data(), out.data(), scratch.data(), count); });
    row(after,
        [&] { solution::scan(in.data(), out.data(), scratch.data(), count); });
    row(library, [&] {
      CUDA_CHECK(cub::DeviceScan::InclusiveSum(room.data(), bytes, in.data(),
                                               out.data(), count));
    });
    return right;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench large(1 << 28), small(1 << 20);
  large.limit_ms = large.copy_ms();
  small.limit_ms = large.limit_ms * small.count / large.count;
  std::printf(
      "%s, inclusive scan of 2^28 and 2^20 ints; limit: a copy, %.0f GB/s\n",
      device.name, 8e-6 * large.count / large.limit_ms);
  const bool right = large.compare("before", "after", "cub::DeviceScan");
  return small.compare("before, 2^20 ints", "after, 2^20 ints",
                       "CUB, 2^20 ints") &&
                 right
             ? 0
             : 1;
}
