// SPDX-License-Identifier: MIT
// Lesson 35 on a GPU: the rungs and the solution beside cuBLAS dgemv, a matrix
// of 8192 x 8192 doubles, all in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/35_matvec
//     bench/35_matvec.cu -lcublas -o /tmp/bench35 && /tmp/bench35
// Prints a table: median of 15 times (each 10 calls), bytes of the matrix read
// a second, and the part of cuBLAS's speed. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/35_matvec/solution.cu"
}

namespace {

constexpr int kMatrixSide = 8192, kTimes = 15, kCalls = 10;
constexpr size_t kValues = size_t(kMatrixSide) * kMatrixSide;

struct Bench {
  std::vector<double> matrix = std::vector<double>(kValues);
  std::vector<double> vector = std::vector<double>(kMatrixSide);
  std::vector<double> expected = std::vector<double>(kMatrixSide);
  lockstep::DeviceBuffer<double> a{kValues}, x{kMatrixSide}, y{kMatrixSide};
  double blas_ms = 0;
  bool right = true;

  /// Values of 1/1024 in [-1, 1): sums of 8192 products do not round.
  Bench() {
    for (size_t i = 0; i < kValues; ++i) {
      matrix[i] = int(i * 2654435761u % 2048) / 1024.0 - 1;
    }
    for (int i = 0; i < kMatrixSide; ++i) {
      vector[i] = int(i * 40503u % 2048) / 1024.0 - 1;
    }
    for (int r = 0; r < kMatrixSide; ++r) {
      for (int c = 0; c < kMatrixSide; ++c) {
        expected[r] += matrix[size_t(r) * kMatrixSide + c] * vector[c];
      }
    }
    a.upload(matrix);
    x.upload(vector);
  }

  /// Runs `work` once; whether all values are right.
  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(y.data(), 0xff, kMatrixSide * sizeof(double)));
    work();
    return y.download() == expected;
  }

  /// The same, then again for the time.
  void row(const char* name, const std::function<void()>& work) {
    const bool same = is_right(work);
    const double ms = median_ms(kTimes, kCalls, work);
    if (blas_ms == 0) blas_ms = ms;
    std::printf("%-18s %9.4f %9.0f %9.3f%s\n", name, ms,
                kValues * sizeof(double) / ms / 1e6, blas_ms / ms,
                same ? "" : "  WRONG");
    right = right && same;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d doubles\n", device.name, kMatrixSide, kMatrixSide);
  Bench bench;
  const double *a = bench.a.data(), *x = bench.x.data();
  double* y = bench.y.data();
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const double one = 1, zero = 0;
  const auto gemv = [&] {  // cuBLAS counts by columns: our rows are its columns
    cublasDgemv(cublas, CUBLAS_OP_T, kMatrixSide, kMatrixSide, &one, a,
                kMatrixSide, x, 1, &zero, y, 1);
  };
#ifdef LOCKSTEP_EXERCISE
  constexpr size_t kBytes = kValues * sizeof(double);
  Versus table(gigabytes(kBytes / 1e9), "limit: reading memory",
               kBytes / limits::read_ms(kBytes) / 1e6);
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(kTimes, kCalls, work), good);
  };
  versus("cuBLAS dgemv", gemv);
  versus("solution",
         [&] { solution::matvec(a, x, y, kMatrixSide, kMatrixSide); });
  versus("your exercise",
         [&] { exercise::matvec(a, x, y, kMatrixSide, kMatrixSide); });
  return table.status();
#else
  std::printf("%-18s %9s %9s %9s\n", "", "ms", "GB/s", "of cuBLAS");
  bench.row("cuBLAS dgemv", gemv);
  const auto rung = [&](const char* name, decltype(&matvec) function) {
    bench.row(name, [&] { function(a, x, y, kMatrixSide, kMatrixSide); });
  };
  rung("through global", rungs::matvec_global);
  rung("through shared", rungs::matvec_shared);
  rung("through shuffles", rungs::matvec_shuffles);
  rung("solution", solution::matvec);
  bench.row("cuBLAS again", gemv);
  return bench.right ? 0 : 1;
#endif
}
