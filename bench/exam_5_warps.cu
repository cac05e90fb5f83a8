// SPDX-License-Identifier: MIT
// Exam 5 on a GPU: 2^25 elements (256 MB of keys and values) with runs of 1 to
// 6. Needs a GPU. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/exam_5_warps \
//     bench/exam_5_warps.cu -o /tmp/bench_exam5 && /tmp/bench_exam5
// `before` is one lane that walks over its row, of mistakes/lane_0_walks.cu.
// CUB's ReduceByKey makes keys and sums of runs that may be longer than a row;
// it makes neither lengths nor the longest run. The limit reads every element
// and writes what was found once, at the speed of a device copy.
#include <cstdio>
#include <cstdlib>
#include <cub/device/device_reduce.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/exam_5_warps/solution.cu"
}

namespace before {
constexpr int kThreads = solution::kThreads;
#include "solutions/exam_5_warps/mistakes/lane_0_walks.cu"
}  // namespace before

namespace {

constexpr int kTimes = 15, kCount = 1 << 25, kRows = kCount / 32;

/// Milliseconds to read `bytes` and to write as many, by a device copy.
double copy_ms(size_t bytes) {
  const lockstep::DeviceBuffer<char> from(bytes), to(bytes);
  CUDA_CHECK(cudaMemset(from.data(), 0, bytes));
  return median_ms(kTimes, 1, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes,
                               cudaMemcpyDeviceToDevice));
  });
}

struct Plus {
  __host__ __device__ long long operator()(long long a, long long b) const {
    return a + b;
  }
};

struct Bench {
  std::vector<int> keys = std::vector<int>(kCount);
  std::vector<int> values = std::vector<int>(kCount);
  lockstep::DeviceBuffer<int> from{kCount}, weights{kCount};
  lockstep::DeviceBuffer<int> count{kRows}, longest{kRows}, found{kCount},
      lengths{kCount};
  lockstep::DeviceBuffer<long long> sums{kCount};
  Runs runs{count.data(), longest.data(), found.data(), lengths.data(),
            sums.data()};
  size_t all_runs = 0;
  double limit_ms = 0;

  Bench() {
    unsigned random = 5;
    for (int i = 0, key = 0; i < kCount; ++key) {
      random = random * 1664525u + 1013904223u;
      for (int n = 1 + int((random >> 16) % 6); n > 0 && i < kCount; --n, ++i) {
        keys[i] = key % 3;
        values[i] = int(random >> 8) - i % 1000;
      }
    }
    for (int i = 0; i < kCount; ++i) {
      all_runs += i % 32 == 0 || keys[i] != keys[i - 1];
    }
    from.upload(keys);
    weights.upload(values);
    const size_t bytes = kCount * 8ull + all_runs * 16 + kRows * 8ull;
    limit_ms = copy_ms(bytes / 2);
  }

  bool right() const {
    const auto got_count = count.download(), got_longest = longest.download();
    const auto got_keys = found.download(), got_lengths = lengths.download();
    const auto got_sums = sums.download();
    for (int row = 0; row < kRows; ++row) {
      int run = -1, most = 0, best = 0, length = 0;
      long long sum = 0;
      for (int i = 32 * row; i < 32 * row + 32; ++i) {
        if (run < 0 || keys[i] != keys[i - 1]) ++run, length = 0, sum = 0;
        ++length;
        sum += values[i];
        if (length > most) most = length, best = run;
        if (i % 32 < 31 && keys[i + 1] == keys[i]) continue;
        const int at = 32 * row + run;
        if (got_keys[at] != keys[i] || got_lengths[at] != length ||
            got_sums[at] != sum) {
          return false;
        }
      }
      if (got_count[row] != run + 1 || got_longest[row] != best) return false;
    }
    return true;
  }

  template <typename Work>
  void row(const char* name, bool checked, const Work& work) const {
    CUDA_CHECK(cudaMemset(count.data(), 0xff, kRows * sizeof(int)));
    work();
    if (checked && !right()) {
      std::printf("%s: WRONG\n", name);
      std::exit(1);
    }
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  const Bench bench;
  std::printf(
      "%s, %d elements, %zu runs; limit: copy of the bytes read and written\n",
      device.name, kCount, bench.all_runs);
  const int *keys = bench.from.data(), *values = bench.weights.data();
  constexpr int kThreads = solution::kThreads;
  bench.row("before", true, [&] {
    before::find_runs_kernel<<<kCount / kThreads, kThreads>>>(
        keys, values, kCount, bench.runs);
    CUDA_CHECK(cudaGetLastError());
  });
  bench.row("after", true,
            [&] { solution::find_runs(keys, values, kCount, bench.runs); });
  size_t bytes = 0;
  const lockstep::DeviceBuffer<int> runs(1);
  const auto reduce = [&](void* scratch) {
    return cub::DeviceReduce::ReduceByKey(
        scratch, bytes, keys, bench.found.data(), values, bench.sums.data(),
        runs.data(), Plus{}, kCount);
  };
  CUDA_CHECK(reduce(nullptr));
  const lockstep::DeviceBuffer<char> scratch(bytes);
  bench.row("CUB ReduceByKey", false,
            [&] { CUDA_CHECK(reduce(scratch.data())); });
}
