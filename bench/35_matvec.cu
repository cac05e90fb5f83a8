// SPDX-License-Identifier: MIT
// Lesson 35 on a GPU: the rungs and the solution beside cuBLAS dgemv, a matrix
// of 8192 x 8192 doubles, all in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/35_matvec
//     bench/35_matvec.cu -lcublas -o /tmp/bench35 && /tmp/bench35
// A row per way: median of 15 times (each 10 calls), and the share that reading
// the matrix alone takes. Exit code 1 when a result is wrong.
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

/// The answer of lesson 35 for whole vectors, with `kEach` loads of each row in
/// a loop's round: is that what makes it fast?
template <int kEach>
__global__ void __launch_bounds__(128, 1)
    rows_of_two(const double* a, const double* x, double* y, int n) {
  const int row = (blockIdx.x * 128 + threadIdx.x) / 32 * 2;
  const int lane = threadIdx.x % 32;
  const auto* upper = reinterpret_cast<const double2*>(a + size_t(row) * n);
  const auto* lower = upper + n / 2;
  const auto* right = reinterpret_cast<const double2*>(x);
  double up = 0, low = 0;
#pragma unroll 1
  for (int c = lane; c < n / 2; c += 32 * kEach) {
    double2 u[kEach], l[kEach], v[kEach];
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      u[k] = __ldcs(upper + c + 32 * k);
      l[k] = __ldcs(lower + c + 32 * k);
      v[k] = right[c + 32 * k];
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      up += u[k].x * v[k].x + u[k].y * v[k].y;
      low += l[k].x * v[k].x + l[k].y * v[k].y;
    }
  }
  double sum = lane < 16 ? up : low;
  sum += __shfl_xor_sync(0xffffffff, lane < 16 ? low : up, 16);
  for (int s = 8; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
  if (lane % 16 == 0) y[row + lane / 16] = sum;
}

template <int kEach>
void in_flight(const double* a, const double* x, double* y, int m, int n) {
  rows_of_two<kEach><<<m / 8, 128>>>(a, x, y, n);
}

struct Bench {
  std::vector<double> matrix = std::vector<double>(kValues);
  std::vector<double> vector = std::vector<double>(kMatrixSide);
  std::vector<double> expected = std::vector<double>(kMatrixSide);
  lockstep::DeviceBuffer<double> a{kValues}, x{kMatrixSide}, y{kMatrixSide};
  double limit_ms = limits::read_ms(kValues * sizeof(double));
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
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, 1e3 * ms,
                100 * limit_ms / ms, same ? "" : "  WRONG");
    right = right && same;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d doubles, limit: reading them\n", device.name,
              kMatrixSide, kMatrixSide);
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
  const auto rung = [&](const char* name, decltype(&matvec) function) {
    bench.row(name, [&] { function(a, x, y, kMatrixSide, kMatrixSide); });
  };
  rung("through global", rungs::matvec_global);
  rung("through shared", rungs::matvec_shared);
  rung("shuffles (the exercise)", rungs::matvec_shuffles);
  rung("two rows, 1 in flight", in_flight<1>);
  rung("two rows, 2 in flight", in_flight<2>);
  rung("two rows, 4 in flight", in_flight<4>);
  rung("two rows, 8 in flight", in_flight<8>);
  rung("two rows, 16 in flight", in_flight<16>);
  rung("our answer", solution::matvec);
  bench.row("cuBLAS dgemv", gemv);
  rung("our answer again", solution::matvec);
  bench.row("cuBLAS dgemv again", gemv);
  return bench.right ? 0 : 1;
#endif
}
