// SPDX-License-Identifier: MIT
// What the benches of the matrix products (lessons 42 to 45) share: matrices
// whose products are exact, the look at a result, and a row per time.
#pragma once

#include <cublas_v2.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

/// C = A B of square matrices with `side` rows, at most `kMost`. cuBLAS goes
/// first: the others are compared with it, and rows of it with the host.
class MatmulBench {
 public:
  static constexpr int kMost = 4096;

  /// Whole numbers in [-8, 8): sums of 4096 products stay below 2^24, so no
  /// order of adding rounds.
  MatmulBench() {
    for (size_t i = 0; i < left_.size(); ++i) {
      left_[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
      right_[i] = float(int(i * 40503u >> 5 & 15) - 8);
    }
    a.upload(left_);
    b.upload(right_);
    cudaDeviceProp device{};
    CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
    if (cublasCreate(&cublas_) != CUBLAS_STATUS_SUCCESS) std::exit(1);
    peak_ = limits::teraflops();
    std::printf(
        "%s, %d x %d floats; share of %.2f TFLOP/s, multiply-adds alone\n",
        device.name, side, side, peak_);
  }

  double operations() const { return 2.0 * side * side * side; }
  double peak() const { return peak_; }

  /// From here on the matrices have `rows` rows.
  void resize(int rows) { side = rows, expected_.clear(); }

  void blas() {  // cuBLAS counts by columns: C^T = B^T A^T
    const float one = 1, zero = 0;
    cublasSgemm(cublas_, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one,
                b.data(), side, a.data(), side, &zero, c.data(), side);
  }

  /// Runs `work` once; whether all values are right.
  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(c.data(), 0xff, left_.size() * sizeof(float)));
    work();
    auto got = c.download();
    got.resize(size_t(side) * side);
    if (!expected_.empty()) return got == expected_;
    expected_ = got;
    return rows_right();
  }

  /// The same, then the time: a row "label  us  share of the peak".
  double row(const std::string& label, const std::function<void()>& work,
             int times = 9, int calls = 3) {
    const bool good = is_right(work);
    const double ms = median_ms(times, calls, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", label.c_str(), ms * 1e3,
                operations() / 1e9 / ms / peak_ * 100, good ? "" : "  WRONG");
    right = right && good;
    return ms;
  }

  int side = kMost;
  bool right = true;
  lockstep::DeviceBuffer<float> a{size_t(kMost) * kMost};
  lockstep::DeviceBuffer<float> b{size_t(kMost) * kMost};
  lockstep::DeviceBuffer<float> c{size_t(kMost) * kMost};

 private:
  /// Every 512th row of what is expected, computed by the host.
  bool rows_right() const {
    bool good = true;
    for (int i = 0; i < side; i += 512) {
      std::vector<float> row(side);
      for (int l = 0; l < side; ++l) {
        const float value = left_[size_t(i) * side + l];
        const float* with = &right_[size_t(l) * side];
        for (int j = 0; j < side; ++j) row[j] += value * with[j];
      }
      good &= std::equal(row.begin(), row.end(),
                         expected_.begin() + size_t(i) * side);
    }
    return good;
  }

  std::vector<float> left_ = std::vector<float>(size_t(kMost) * kMost);
  std::vector<float> right_ = left_, expected_;
  cublasHandle_t cublas_{};
  double peak_ = 0;
};

#ifdef LOCKSTEP_EXERCISE
/// The table of `./learn bench`, for two functions as in lesson.h.
template <typename Function>
int compare_exercise(MatmulBench& bench, Function* solution,
                     Function* exercise) {
  const int n = bench.side;
  Versus table(gigaflops(bench.operations() / 1e9), "limit: multiply and add",
               bench.peak());
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(9, 3, work), good);
  };
  versus("cuBLAS SGEMM", [&] { bench.blas(); });
  versus("solution", [&] {
    solution(bench.a.data(), bench.b.data(), bench.c.data(), n, n, n);
  });
  versus("your exercise", [&] {
    exercise(bench.a.data(), bench.b.data(), bench.c.data(), n, n, n);
  });
  return table.status();
}
#endif
