// SPDX-License-Identifier: MIT
// Lesson 48 on a GPU: smooths the rows of 8192 x 8192 codes of one byte. All
// threads meet twice per row, or once with the producers one row ahead
// (before); the solution with 1, 2, 3 and 5 slots. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/48_phases
//     bench/48_phases.cu -o /tmp/bench48 && /tmp/bench48
// Exit code 1 when a result is wrong.
#include <cstdio>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/48_phases/solution.cu"
}

// The block's threads meet at a barrier; what lies between the lesson's marks.
template <int kSlots>
__global__ void __launch_bounds__(kProducers + kConsumers)
    meet_once(const __grid_constant__ Matrix m) {
  __shared__ float4 ring[kSlots][kVectors];
  const int t = threadIdx.x;
  const int begin = blockIdx.y * kRows, end = min(begin + kRows, m.rows);
#include "solutions/48_phases/mistakes/one_barrier_per_row.cu"
}
template <int kSlots>
__global__ void __launch_bounds__(kProducers + kConsumers)
    meet_twice(const __grid_constant__ Matrix m) {
  __shared__ float4 ring[kSlots][kVectors];
  const int t = threadIdx.x;
  const int begin = blockIdx.y * kRows, end = min(begin + kRows, m.rows);
#include "solutions/48_phases/mistakes/two_barriers_per_row.cu"
}

namespace {

constexpr int kHigh = 8192, kLong = 8192;  // rows and columns
constexpr size_t kValues = size_t(kHigh) * kLong;

struct Bench {
  std::vector<signed char> host_codes = std::vector<signed char>(kValues);
  std::vector<float> host_scales = std::vector<float>(kHigh);
  lockstep::DeviceBuffer<signed char> codes{kValues};
  lockstep::DeviceBuffer<float> scales{kHigh}, out{kValues};
  // A byte is read and a float written per value; a copy reads what it writes.
  double limit_us = 1e3 * limits::copy_ms(kValues * 5 / 2);
  Matrix matrix{};
  bool all_right = true;

  Bench() {
    for (size_t i = 0; i < kValues; ++i)
      host_codes[i] = static_cast<signed char>(i * 2654435761u >> 9);
    for (int r = 0; r < kHigh; ++r) host_scales[r] = 0.25f * float(r % 7 + 1);
    codes.upload(host_codes);
    scales.upload(host_scales);
    matrix = {codes.data(), scales.data(), out.data(),
              kHigh,        kLong,         kLong,
              {1, -2, 3, 5, 7, -4, 2, 6, -1}, nullptr};
  }

  /// Every 64th row, among them the last one; the sums are exact.
  bool right() const {
    const std::vector<float> got = out.download();
    for (int r = kHigh - 1; r >= 0; r -= 64) {
      for (int c = 0; c < kLong; ++c) {
        float sum = 0;
        for (int j = 0; j < kTaps; ++j) {
          const int at = c + j - kTaps / 2;
          if (at < 0 || at >= kLong) continue;
          sum += matrix.weights[j] * host_scales[r] *
                 float(host_codes[size_t(r) * kLong + at]);
        }
        if (got[size_t(r) * kLong + c] != sum) return false;
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

  [[maybe_unused]] void row(const char* name, void (*kernel)(Matrix)) {
    bool good = false;
    const dim3 grid(kLong / kWidth, kHigh / kRows);
    const auto work = [&] {
      kernel<<<grid, kProducers + kConsumers>>>(matrix);
    };
    const double us = 1e3 * ms(work, good);
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, us, 100 * limit_us / us,
                good ? "" : "  WRONG");
  }
};

}  // namespace

int main() {
  Bench bench;
#ifdef LOCKSTEP_EXERCISE
  const double gb = 5.0 * kValues / 1e9;
  Versus table(gigabytes(gb), "limit: copying", gb / bench.limit_us * 1e6);
  const auto row = [&](const char* name, decltype(solution::smooth_codes)* run,
                       int slots) {
    bool good = false;
    const double ms = bench.ms([&] { run(bench.matrix, slots); }, good);
    table.row(name, ms, good);
  };
  row("our answer, 2 slots", solution::smooth_codes, 2);
  row("our answer, 5 slots", solution::smooth_codes, 5);
  row("yours, 2 slots", exercise::smooth_codes, 2);
  row("yours, 5 slots", exercise::smooth_codes, 5);
  return table.status();
#else
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d codes; limit: a copy that moves as many bytes, "
              "%.1f us\n",
              device.name, kHigh, kLong, bench.limit_us);
  bench.row("two barriers per row", meet_twice<1>);
  bench.row("one barrier per row", meet_once<2>);
  bench.row("phases, 1 slot", solution::smooth_rows<1>);
  bench.row("phases, 2 slots", solution::smooth_rows<2>);
  bench.row("phases, 3 slots", solution::smooth_rows<3>);
  bench.row("phases, 5 slots", solution::smooth_rows<5>);
  return bench.all_right ? 0 : 1;
#endif
}
