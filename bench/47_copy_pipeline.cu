// SPDX-License-Identifier: MIT
// Lesson 47 on a GPU: smooths the rows of 8192 x 8192 floats. One slot per
// block (before), the solution with 2, 3, 4, 6 and 8 stages, all with 2 blocks
// per multiprocessor; then with as many blocks as are resident, which is the
// other way to have bytes in flight. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/47_copy_pipeline
//     bench/47_copy_pipeline.cu -o /tmp/bench47 && /tmp/bench47
// Exit code 1 when a result is wrong.
#include <cuda_pipeline.h>

#include <cstdio>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/47_copy_pipeline/solution.cu"
}

namespace before {  // one slot: ask, wait, filter
using namespace solution;
template <int kStages>
__global__ void __launch_bounds__(kThreads)
    smooth_rows(const float* in, float* out, int rows, int columns, int pitch,
                Weights weights) {
  __shared__ float4 ring[kStages][kVectors];
#include "solutions/47_copy_pipeline/mistakes/one_slot.cu"
}
}  // namespace before

namespace {

constexpr int kRows = 8192, kColumns = 8192;
constexpr size_t kValues = size_t(kRows) * kColumns;
constexpr Weights kWeights = {{1, -2, 3, 5, 7, -4, 2, 6, -1}};

using Kernel = void (*)(const float*, float*, int, int, int, Weights);

struct Bench {
  std::vector<float> values = std::vector<float>(kValues);
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  double limit_us = 1e3 * limits::copy_ms(kValues * sizeof(float));
  bool all_right = true;

  Bench() {
    for (size_t i = 0; i < kValues; ++i)
      values[i] = float(int(i * 2654435761u >> 9 & 255) - 128);
    in.upload(values);
  }

  /// Every 64th row, among them the last one; the sums are exact.
  bool right() const {
    const std::vector<float> got = out.download();
    for (int r = kRows - 1; r >= 0; r -= 64) {
      for (int c = 0; c < kColumns; ++c) {
        float sum = 0;
        for (int j = 0; j < kTaps; ++j) {
          const int at = c + j - kTaps / 2;
          if (at < 0 || at >= kColumns) continue;
          sum += kWeights.of[j] * values[size_t(r) * kColumns + at];
        }
        if (got[size_t(r) * kColumns + c] != sum) return false;
      }
    }
    return true;
  }

  double ms(const std::function<void()>& work, bool& good) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    work();
    CUDA_CHECK(cudaGetLastError());
    good = right();
    all_right = all_right && good;
    return median_ms(15, 3, work);
  }

  [[maybe_unused]] void row(const char* name, Kernel kernel, int blocks_each) {
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    const int across = kColumns / kWidth;
    const int down = blocks_each * device.multiProcessorCount / across;
    bool good = false;
    const double us = 1e3 * ms(
                                [&] {
                                  kernel<<<dim3(across, down), kThreads>>>(
                                      in.data(), out.data(), kRows, kColumns,
                                      kColumns, kWeights);
                                },
                                good);
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, us, 100 * limit_us / us,
                good ? "" : "  WRONG");
  }
};

/// Blocks of `kernel` that a multiprocessor holds.
[[maybe_unused]] int resident(Kernel kernel) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel,
                                                           kThreads, 0));
  return blocks;
}

}  // namespace

int main() {
  Bench bench;
#ifdef LOCKSTEP_EXERCISE
  const double gb = 2.0 * kValues * sizeof(float) / 1e9;
  Versus table(gigabytes(gb), "limit: copying", gb / bench.limit_us * 1e6);
  const auto row = [&](const char* name, decltype(solution::smooth)* smooth,
                       int stages) {
    bool good = false;
    const double ms = bench.ms(
        [&] {
          smooth(bench.in.data(), bench.out.data(), kRows, kColumns, kColumns,
                 kWeights, stages);
        },
        good);
    table.row(name, ms, good);
  };
  row("our answer, 2 stages", solution::smooth, 2);
  row("our answer, 6 stages", solution::smooth, 6);
  row("yours, 2 stages", exercise::smooth, 2);
  row("yours, 6 stages", exercise::smooth, 6);
  return table.status();
#else
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats, %d blocks of %d threads each; limit: a copy "
              "of the matrix, %.1f us\n",
              device.name, kRows, kColumns, kBlocksEach, kThreads,
              bench.limit_us);
  bench.row("1 stage", before::smooth_rows<1>, kBlocksEach);
  bench.row("2 stages", solution::smooth_rows<2>, kBlocksEach);
  bench.row("3 stages", solution::smooth_rows<3>, kBlocksEach);
  bench.row("4 stages", solution::smooth_rows<4>, kBlocksEach);
  bench.row("6 stages", solution::smooth_rows<6>, kBlocksEach);
  bench.row("8 stages", solution::smooth_rows<8>, kBlocksEach);
  bench.row("1 stage, all resident", before::smooth_rows<1>,
            resident(before::smooth_rows<1>));
  bench.row("2 stages, all resident", solution::smooth_rows<2>,
            resident(solution::smooth_rows<2>));
  bench.row("4 stages, all resident", solution::smooth_rows<4>,
            resident(solution::smooth_rows<4>));
  std::printf("\nresident blocks per multiprocessor: %d with 1 stage, %d with 4\n",
              resident(before::smooth_rows<1>),
              resident(solution::smooth_rows<4>));
  return bench.all_right ? 0 : 1;
#endif
}
