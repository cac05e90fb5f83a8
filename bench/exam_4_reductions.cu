// SPDX-License-Identifier: MIT
// Exam 4 on a GPU: the extremes of 2^26 floats and their places. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/exam_4_reductions
//     bench/exam_4_reductions.cu -o /tmp/bench_exam4 && /tmp/bench_exam4
// Prints median times of 15 runs; the percentage is the time that reading the
// array takes, divided by the row's. Exit code 1 when a result is wrong.
#include <thrust/device_ptr.h>
#include <thrust/extrema.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace before {
#include "solutions/exam_4_reductions/mistakes/array_of_structures.cu"
}
namespace solution {
#include "solutions/exam_4_reductions/solution.cu"
}
namespace aligned {
#include "solutions/exam_4_reductions/also_right/structures_of_16_bytes.cu"
}
namespace shuffles {
#include "solutions/exam_4_reductions/also_right/shuffles.cu"
}

namespace {

constexpr int kCount = 1 << 26, kMostBlocks = 65535, kTimes = 15;
constexpr size_t kBytes = size_t(kCount) * sizeof(float);

struct Bench {
  lockstep::DeviceBuffer<float> in{kCount};
  lockstep::DeviceBuffer<Extremes> partial{kMostBlocks}, result{1};
  Extremes expected{};
  double limit_ms = limits::read_ms(kBytes);
  bool right = true;

  Bench() {
    std::vector<float> values(kCount);
    for (int i = 0; i < kCount; ++i) {
      values[i] = float((i * 2654435761ll) % 16777213);
    }
    in.upload(values);
    // Of equal values the first one counts.
    const auto low = std::min_element(values.begin(), values.end());
    const auto high = std::max_element(values.begin(), values.end());
    expected = {*low, *high, int(low - values.begin()),
                int(high - values.begin())};
  }

  bool is_expected(const Extremes& got) const {
    return got.low == expected.low && got.high == expected.high &&
           got.low_at == expected.low_at && got.high_at == expected.high_at;
  }

  void row(const char* label, double ms, bool good) {
    std::printf("%-28s %9.1f us %5.0f %%%s\n", label, ms * 1e3,
                limit_ms / ms * 100, good ? "" : "  WRONG");
    right = right && good;
  }

  void find(const char* label, decltype(&find_extremes) function, int blocks,
            int threads) {
    const double ms = median_ms(kTimes, 1, [&] {
      function(in.data(), kCount, partial.data(), result.data(), blocks,
               threads);
    });
    row(label, ms, is_expected(result.download()[0]));
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, 2^26 floats, 100 %% is the time of reading them\n",
              device.name);
  Bench bench;
  constexpr int kThreads = 256;
  const int few = 8 * device.multiProcessorCount;  // as many as it can hold
  const struct {
    const char *many, *full;
    decltype(&find_extremes) function;
  } ways[] = {
      {"structures, 4 per thread", "structures, full device",
       before::find_extremes},
      {"four arrays, 4 per thread", "four arrays, full device",
       solution::find_extremes},
      {"aligned, 4 per thread", "aligned, full device", aligned::find_extremes},
      {"shuffles, 4 per thread", "shuffles, full device",
       shuffles::find_extremes},
  };
  for (const auto& way : ways) {
    bench.find(way.many, way.function, kMostBlocks, kThreads);
  }
  for (const auto& way : ways)
    bench.find(way.full, way.function, few, kThreads);
  const thrust::device_ptr<float> begin(bench.in.data());
  Extremes got{};
  const double library = median_ms(kTimes, 1, [&] {
    const auto both = thrust::minmax_element(begin, begin + kCount);
    got.low_at = int(both.first - begin);
    got.high_at = int(both.second - begin);
  });
  // Which one of equal values it names is not asked here.
  CUDA_CHECK(cudaMemcpy(&got.low, bench.in.data() + got.low_at, sizeof(float),
                        cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaMemcpy(&got.high, bench.in.data() + got.high_at, sizeof(float),
                        cudaMemcpyDeviceToHost));
  bench.row("thrust::minmax_element", library,
            got.low == bench.expected.low && got.high == bench.expected.high);
  bench.row("reading the array", bench.limit_ms, true);
  return bench.right ? 0 : 1;
}
