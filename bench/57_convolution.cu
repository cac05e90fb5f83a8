// SPDX-License-Identifier: MIT
// Lesson 57 on a GPU: 4096 x 4096 floats, filters of 3, 7 and 15. Each value
// from global memory (before), from a tile in shared memory, and the solution
// (after). From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/57_convolution
//     bench/57_convolution.cu -o /tmp/bench57 && /tmp/bench57
// 100 % is the larger of two times: to copy the image, and to multiply and add
// as often. Exit code 1 when a result is wrong.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/57_convolution/solution.cu"
}

#define LOCKSTEP_KERNEL                                             \
  template <int kSize>                                              \
  __global__ void __launch_bounds__(kThreads)                       \
      convolve_tile(const float* image, float* out, int height, int width, \
                    const __grid_constant__ Filter filter)

namespace before {
using solution::Filter, solution::kThreads, solution::kTile;
LOCKSTEP_KERNEL {
#include "solutions/57_convolution/mistakes/straight_from_memory.cu"
}
}  // namespace before
namespace tile {
using solution::Filter, solution::kThreads, solution::kTile;
LOCKSTEP_KERNEL {
#include "solutions/57_convolution/mistakes/tile_alone.cu"
}
}  // namespace tile

namespace {

constexpr int kLength = 4096;
constexpr size_t kValues = size_t(kLength) * kLength;

struct Bench {
  lockstep::DeviceBuffer<float> image{kValues}, out{kValues};
  std::vector<float> values = std::vector<float>(kValues);
  std::vector<float> filter = std::vector<float>(kMostSize * kMostSize);
  double copy_ms = limits::copy_ms(kValues * sizeof(float));
  double peak = limits::teraflops();
  bool right = true;

  /// Whole numbers: no sum of 225 products rounds.
  Bench() {
    for (size_t i = 0; i < kValues; ++i) {
      values[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
    }
    for (size_t i = 0; i < filter.size(); ++i) {
      filter[i] = float(int(i * 40503u >> 5 & 15) - 8);
    }
    image.upload(values);
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    std::printf(
        "%s, %d x %d floats; limit: a copy, %.1f us, or multiply and add, %.2f "
        "TFLOP/s\n",
        device.name, kLength, kLength, 1e3 * copy_ms, peak);
  }

  static double operations(int size) { return 2.0 * kValues * size * size; }

  /// Runs `work` and compares every 511th row with the host's.
  bool is_right(int size, const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    work();
    const std::vector<float> got = out.download();
    bool good = true;
    for (int y = 0; y < kLength; y += 511) {
      for (int x = 0; x < kLength; ++x) {
        float sum = 0;
        for (int i = 0; i < size * size; ++i) {
          const int v = y + i / size - size / 2, u = x + i % size - size / 2;
          if (v < 0 || v >= kLength || u < 0 || u >= kLength) continue;
          sum += filter[i] * values[size_t(v) * kLength + u];
        }
        good &= got[size_t(y) * kLength + x] == sum;
      }
    }
    return good;
  }

  template <int kSize>
  void rows() {
    solution::Filter held{};
    std::memcpy(held.at, filter.data(), sizeof(float) * kSize * kSize);
    const auto launch = [&](auto kernel) {
      constexpr int kAcross = kLength / solution::kTile;
      kernel<<<dim3(kAcross, kAcross), solution::kThreads>>>(
          image.data(), out.data(), kLength, kLength, held);
    };
    const double least = std::max(copy_ms, operations(kSize) / 1e9 / peak);
    const auto row = [&](const char* name, const std::function<void()>& work) {
      const bool good = is_right(kSize, work);
      const double ms = median_ms(9, 3, work);
      const std::string label = std::string(name) + ", " +
                                std::to_string(kSize) + " x " +
                                std::to_string(kSize);
      std::printf("%-28s %9.1f us %5.0f %% %9.2f TFLOP/s%s\n", label.c_str(),
                  1e3 * ms, 100 * least / ms, operations(kSize) / ms / 1e9,
                  good ? "" : "  WRONG");
      right = right && good;
    };
    row("before", [&] { launch(before::convolve_tile<kSize>); });
    row("tile", [&] { launch(tile::convolve_tile<kSize>); });
    row("after", [&] {
      solution::convolve(image.data(), filter.data(), out.data(), kLength,
                         kLength, kSize);
    });
  }
};

}  // namespace

int main() {
  Bench bench;
#ifdef LOCKSTEP_EXERCISE
  constexpr int kSize = 15;
  Versus table(gigaflops(Bench::operations(kSize) / 1e9),
               "limit: multiply and add", bench.peak);
  const auto versus = [&](const char* name, auto function) {
    const auto work = [&] {
      function(bench.image.data(), bench.filter.data(), bench.out.data(),
               kLength, kLength, kSize);
    };
    const bool good = bench.is_right(kSize, work);
    table.row(name, median_ms(9, 3, work), good);
  };
  versus("solution", solution::convolve);
  versus("your exercise", exercise::convolve);
  return table.status();
#else
  bench.rows<3>();
  bench.rows<7>();
  bench.rows<15>();
  return bench.right ? 0 : 1;
#endif
}
