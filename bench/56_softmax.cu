// SPDX-License-Identifier: MIT
// Lesson 56 on a GPU: rung 1, which reads the matrix three times, and the
// solution, for matrices of short, middle and long rows. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/56_softmax
//     bench/56_softmax.cu -o /tmp/bench56 && /tmp/bench56
// A row is the median time of 15 runs (each 3 calls), and the share of the
// least time: that of a device copy. The library is PyTorch's:
// bench/beside_torch.py. Exit code 1 when a result is wrong.
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"

namespace solution {
#include "solutions/56_softmax/solution.cu"
}

namespace {

struct Size {
  int rows, columns;
};
constexpr Size kMain = {16384, 4096};
constexpr Size kOthers[] = {
    {65536, 1000}, {65536, 1023}, {8192, 8192}, {2048, 32768}, {671, 100000}};
constexpr int kTimes = 15, kCalls = 3, kLooks = 64;  // rows that are compared

struct Bench {
  Size size;
  std::vector<float> values;
  lockstep::DeviceBuffer<float> in, out;
  double limit_ms;

  explicit Bench(Size size)
      : size(size),
        values(size_t(size.rows) * size.columns),
        in(values.size()),
        out(values.size()),
        limit_ms(limits::copy_ms(values.size() * sizeof(float))) {
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = float(int(i * 2654435761u >> 12 & 4095) - 2048) / 256;
    }
    in.upload(values);
  }

  /// Looks at kLooks rows, computed by the host in double; the rest must add
  /// up to 1 row by row.
  bool right() const {
    const auto got = out.download();
    const int n = size.columns, every = size.rows / kLooks;
    for (int r = 0; r < size.rows; ++r) {
      const float *from = &values[size_t(r) * n], *to = &got[size_t(r) * n];
      double all = 0, sum = 0;
      for (int c = 0; c < n; ++c) all += to[c];
      if (!(std::fabs(all - 1) < 1e-4)) return false;
      if (r % every != 0) continue;
      for (int c = 0; c < n; ++c) sum += std::exp(double(from[c]));
      for (int c = 0; c < n; ++c) {
        const double is = std::exp(double(from[c])) / sum;
        if (!(std::fabs(to[c] - is) <= 3e-5 * is)) return false;
      }
    }
    return true;
  }

  bool row(const std::string& label, decltype(&softmax) function) {
    const auto work = [&] {
      function(in.data(), out.data(), size.rows, size.columns);
    };
    CUDA_CHECK(cudaMemset(out.data(), 0xff, values.size() * sizeof(float)));
    work();
    const bool good = right();
    const double ms = median_ms(kTimes, kCalls, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", label.c_str(), 1e3 * ms,
                100 * limit_ms / ms, good ? "" : "  WRONG");
    return good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  bool right = true;
  {
    Bench bench(kMain);
    std::printf("%s, %d x %d floats; limit: a copy, %.0f GB/s\n", device.name,
                kMain.rows, kMain.columns,
                8e-6 * double(bench.values.size()) / bench.limit_ms);
    right &= bench.row("before", rungs::softmax);
    right &= bench.row("after", solution::softmax);
#ifdef LOCKSTEP_EXERCISE
    right &= bench.row("your exercise", exercise::softmax);
#endif
  }
  for (const Size size : kOthers) {
    Bench bench(size);
    const auto shape =
        ", " + std::to_string(size.rows) + " x " + std::to_string(size.columns);
    right &= bench.row("before" + shape, rungs::softmax);
    right &= bench.row("after" + shape, solution::softmax);
  }
  return right ? 0 : 1;
}
