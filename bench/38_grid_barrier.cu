// SPDX-License-Identifier: MIT
// Lesson 38 on a GPU: its barrier beside grid.sync() and the end of a kernel.
// From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/38_grid_barrier
//     bench/38_grid_barrier.cu -o /tmp/b && /tmp/b
// A row per way and number of blocks (of 64 threads), time per stage, when the
// stages are empty: median of 15 runs of 200 stages, the ways in turn. Then the
// lesson's rounds for 1024 values. Exit code 1 when a result is wrong.
#include <cooperative_groups.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/38_grid_barrier/solution.cu"
}

namespace {

constexpr int kStages = 200, kRuns = 15, kThreads = solution::kThreads;

__global__ void with_lesson() {
  solution::begin_barrier();
  for (int i = 0; i < kStages; ++i) solution::grid_barrier();
}
__global__ void with_grid_sync() {
  const auto grid = cooperative_groups::this_grid();
  for (int i = 0; i < kStages; ++i) grid.sync();
}
__global__ void nothing() {}

void launch(void (*kernel)(), int blocks) {
  CUDA_CHECK(cudaLaunchCooperativeKernel(
      reinterpret_cast<void*>(kernel), blocks, kThreads, nullptr, 0, nullptr));
}

/// Milliseconds of one run, without what prepares it.
template <typename Prepare, typename Run>
double one_run(const Prepare& prepare, const Run& run) {
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  prepare();
  CUDA_CHECK(cudaEventRecord(begin));
  run();
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  float ms = 0;
  CUDA_CHECK(cudaEventElapsedTime(&ms, begin, end));
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  return ms;
}

void row(int blocks, const char* way, std::vector<double> all) {
  std::sort(all.begin(), all.end());
  char name[64];
  std::snprintf(name, sizeof name, "%s, %d block%s", way, blocks,
                blocks == 1 ? "" : "s");
  std::printf("%-32s %9.3f us\n", name, 1000 * all[all.size() / 2] / kStages);
}

void rows(int blocks) {
  std::vector<double> launches, sync, lesson;
  const auto none = [] {};
  for (int run = 0; run <= kRuns; ++run) {
    const double a = one_run(none, [&] {
      for (int i = 0; i < kStages; ++i) nothing<<<blocks, kThreads>>>();
    });
    const double b = one_run(none, [&] { launch(with_grid_sync, blocks); });
    const double c = one_run([] { solution::prepare_barrier(); },
                             [&] { launch(with_lesson, blocks); });
    if (run == 0) continue;  // to warm up
    launches.push_back(a), sync.push_back(b), lesson.push_back(c);
  }
  row(blocks, "launches", launches);
  row(blocks, "grid.sync()", sync);
  row(blocks, "our barrier", lesson);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, time per stage, empty stages\n", device.name);
  for (int blocks : {1, 8, 33, 132, 264, 528, 1056}) rows(blocks);

  constexpr int kValues = 1024, kRounds = kStages / 2;
  std::vector<unsigned> values(kValues), expected(kValues);
  for (int i = 0; i < kValues; ++i) expected[i] = values[i] = 3 * i + 1;
  for (int stage = 0; stage < kStages; ++stage) {
    unsigned sum = 0;
    for (int i = 0; i < kValues; i += 16) sum += expected[i];
    for (unsigned& value : expected) value += sum;
  }
  const lockstep::DeviceBuffer<unsigned> x(values), p(kValues);
  solution::exchange_rounds(x.data(), p.data(), kValues, kRounds);
  const bool right = x.download() == expected;
  const double ms = median_ms(kRuns, 1, [&] {
    solution::exchange_rounds(x.data(), p.data(), kValues, kRounds);
  });
  std::printf("%-32s %9.3f us%s\n", "our answer, 1024 values",
              1000 * ms / kStages, right ? "" : "  WRONG");
  return right ? 0 : 1;
}
