// SPDX-License-Identifier: MIT
// Lesson 34 on a GPU: rung 2, the solution and cub::DeviceReduce, for 2^28 and
// 2^20 ints; and for 2^32, which no int can count. From the root:
//   nvcc -std=c++17 -O3 -arch=native -I. -Ilessons/34_device_reduce \
//     bench/34_device_reduce.cu -o /tmp/bench34 && /tmp/bench34
// A row is the median time of 30 runs, and the share of the least time: that
// of reading so many bytes. Exit code 1 when a result is wrong.
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

constexpr int kTimes = 30;

/// What all ways need; the values are set by the caller.
struct Buffers {
  long long count;
  lockstep::DeviceBuffer<int> in, out{1}, partials{kMostPartials};
  lockstep::DeviceBuffer<unsigned> finished{std::vector<unsigned>(1)};
  size_t bytes = 0;
  lockstep::DeviceBuffer<char> scratch;

  explicit Buffers(long long values)
      : count(values), in(values), scratch(scratch_bytes()) {}

  size_t scratch_bytes() {
    CUDA_CHECK(
        cub::DeviceReduce::Sum(nullptr, bytes, in.data(), out.data(), count));
    return bytes;
  }
  void cub_sum() {
    CUDA_CHECK(cub::DeviceReduce::Sum(scratch.data(), bytes, in.data(),
                                      out.data(), count));
  }
  void solution_sum() {
    solution::reduce(in.data(), 0, count, out.data(), partials.data(),
                     finished.data(), Operator::kSum);
  }
  void rung_2() {
    constexpr int kThreads = 512;
    const long long full = (count + kThreads - 1) / kThreads;
    const int most =
        solution::resident_blocks(rungs::reduce_blocks<Sum>, kThreads);
    const int blocks = int(std::min<long long>({full, most, kMostPartials}));
    rungs::reduce_blocks<Sum>
        <<<blocks, kThreads>>>(in.data(), 0, count, partials.data());
    rungs::reduce_blocks<Sum>
        <<<1, kThreads>>>(partials.data(), 0, blocks, out.data());
  }
  /// Fills `in`; returns the sum.
  int fill() {
    std::vector<int> values(count);
    for (long long i = 0; i < count; ++i) values[i] = int(i * 7919 % 15) - 7;
    in.upload(values);
    return std::accumulate(values.begin(), values.end(), 0);
  }
};

#ifdef LOCKSTEP_EXERCISE
/// The sum of 2^28 ints; returns the program's exit code.
int compare_exercise() {
  Buffers b(1ll << 28);
  const size_t bytes = b.count * sizeof(int);
  const int expected = b.fill();
  const double limit = bytes / limits::read_ms(bytes) / 1e6;
  Versus table(gigabytes(bytes / 1e9), "limit: reading memory", limit);
  const auto versus = [&](const char* name, const auto& work) {
    CUDA_CHECK(cudaMemset(b.out.data(), 0x55, sizeof(int)));
    work();
    const bool good = b.out.download()[0] == expected;
    table.row(name, median_ms(kTimes, 1, work), good);
  };
  versus("CUB DeviceReduce", [&] { b.cub_sum(); });
  versus("solution", [&] { b.solution_sum(); });
  versus("your exercise", [&] {
    exercise::reduce(b.in.data(), 0, b.count, b.out.data(), b.partials.data(),
                     b.finished.data(), Operator::kSum);
  });
  return table.status();
}
#endif

bool right = true;

template <typename Work>
void row(const char* name, Buffers& b, int expected, double limit_ms,
         const Work& work) {
  CUDA_CHECK(cudaMemset(b.out.data(), 0x55, sizeof(int)));
  work();
  const bool good = b.out.download()[0] == expected;
  const double ms = median_ms(kTimes, 1, work);
  std::printf("%-28s %9.1f us %5.0f %%%s\n", name, 1e3 * ms,
              100 * limit_ms / ms, good ? "" : "  WRONG");
  right = right && good;
}

void compare(Buffers& b, int expected, double limit_ms, const char* before,
             const char* after, const char* library) {
  row(before, b, expected, limit_ms, [&] { b.rung_2(); });
  row(after, b, expected, limit_ms, [&] { b.solution_sum(); });
  row(library, b, expected, limit_ms, [&] { b.cub_sum(); });
}

int main() {
#ifdef LOCKSTEP_EXERCISE
  return compare_exercise();
#else
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  constexpr long long kLong = 1ll << 28, kShort = 1 << 20, kHuge = 1ll << 32;
  const double limit = limits::read_ms(kLong * sizeof(int));
  std::printf(
      "%s, sums of 2^28, 2^20 and 2^32 ints; limit: reading, %.0f GB/s\n",
      device.name, kLong * sizeof(int) / limit / 1e6);
  {
    Buffers b(kLong);
    compare(b, b.fill(), limit, "before", "after", "cub::DeviceReduce");
  }
  {
    Buffers b(kShort);
    compare(b, b.fill(), limit * kShort / kLong, "before, 2^20 ints",
            "after, 2^20 ints", "CUB, 2^20 ints");
  }
  {
    Buffers b(kHuge);  // all 0 but for the last one
    CUDA_CHECK(cudaMemset(b.in.data(), 0, kHuge * sizeof(int)));
    CUDA_CHECK(cudaMemset(b.in.data() + kHuge - 1, 1, 1));
    compare(b, 1, limit * kHuge / kLong, "before, 2^32 ints",
            "after, 2^32 ints", "CUB, 2^32 ints");
  }
  return right ? 0 : 1;
#endif
}
