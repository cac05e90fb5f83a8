// SPDX-License-Identifier: MIT
// Lesson 43 on a GPU: the naive product (lesson 41), the tiled one (42) and the
// solution beside cuBLAS SGEMM, 4096 x 4096 floats, all in one run. From the
// root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/43_matmul_registers
//     bench/43_matmul.cu -lcublas -o /tmp/bench43 && /tmp/bench43
// Prints a table: median of 15 times (each 3 calls), products and sums a
// second, and the part of cuBLAS's speed. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/43_matmul_registers/solution.cu"
}

namespace naive {  // lesson 41 as it was; it has the same contract
constexpr int kWidth = 32, kHeight = 8;  // threads of a block
#include "solutions/41_matmul_coalesced/mistakes/as_it_was.cu"
}  // namespace naive

namespace {

constexpr int kMatrixSide = 4096, kTimes = 15, kCalls = 3;
constexpr size_t kValues = size_t(kMatrixSide) * kMatrixSide;
constexpr double kOperations = 2.0 * kValues * kMatrixSide;

struct Bench {
  std::vector<float> left = std::vector<float>(kValues), right = left;
  std::vector<float> expected;  // what cuBLAS, which goes first, computed
  lockstep::DeviceBuffer<float> a{kValues}, b{kValues}, c{kValues};
  double blas_ms = 0;
  bool all_right = true;

  /// Whole numbers in [-8, 8): sums of 4096 products stay below 2^24, so no
  /// order of adding rounds.
  Bench() {
    for (size_t i = 0; i < kValues; ++i) {
      left[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
      right[i] = float(int(i * 40503u >> 5 & 15) - 8);
    }
    a.upload(left);
    b.upload(right);
  }

  /// Every 512th row of `got`, computed by the host.
  bool rows_right(const std::vector<float>& got) const {
    bool right_so_far = true;
    for (int i = 0; i < kMatrixSide; i += 512) {
      std::vector<float> row(kMatrixSide);
      for (int l = 0; l < kMatrixSide; ++l) {
        const float value = left[size_t(i) * kMatrixSide + l];
        const float* with = &right[size_t(l) * kMatrixSide];
        for (int j = 0; j < kMatrixSide; ++j) row[j] += value * with[j];
      }
      right_so_far &= std::equal(row.begin(), row.end(),
                                 got.begin() + size_t(i) * kMatrixSide);
    }
    return right_so_far;
  }

  /// Runs `work` once; whether all values are right.
  bool is_right(const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(c.data(), 0xff, kValues * sizeof(float)));
    work();
    const auto got = c.download();
    if (expected.empty()) expected = got;
    return got == expected && rows_right(got);
  }

  /// The same, then again for the time.
  void row(const char* name, const std::function<void()>& work) {
    const bool same = is_right(work);
    const double ms = median_ms(kTimes, kCalls, work);
    if (blas_ms == 0) blas_ms = ms;
    std::printf("%-22s %9.4f %9.2f %9.3f%s\n", name, ms, kOperations / ms / 1e9,
                blas_ms / ms, same ? "" : "  WRONG");
    all_right = all_right && same;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats\n", device.name, kMatrixSide, kMatrixSide);
  Bench bench;
  const float *a = bench.a.data(), *b = bench.b.data();
  float* c = bench.c.data();
  constexpr int n = kMatrixSide;
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  const auto gemm = [&] {  // cuBLAS counts by columns: C^T = B^T A^T
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n,
                &zero, c, n);
  };
#ifdef LOCKSTEP_EXERCISE
  Versus table(gigaflops(kOperations / 1e9), "limit: multiply and add",
               limits::teraflops());
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(work);
    table.row(name, median_ms(kTimes, kCalls, work), good);
  };
  versus("cuBLAS SGEMM", gemm);
  versus("solution", [&] { solution::multiply(a, b, c, n, n, n); });
  versus("your exercise", [&] { exercise::multiply(a, b, c, n, n, n); });
  return table.status();
#else
  std::printf("%-22s %9s %9s %9s\n", "", "ms", "TFLOP/s", "of cuBLAS");
  bench.row("cuBLAS SGEMM", gemm);
  bench.row("naive", [&] { naive::multiply(a, b, c, n, n, n); });
  bench.row("tiles, one value", [&] { rungs::multiply(a, b, c, n, n, n); });
  bench.row("solution", [&] { solution::multiply(a, b, c, n, n, n); });
  bench.row("solution, odd rows", [&] {  // the kernel for any size
    const dim3 grid(n / solution::kSide, n / solution::kSide);
    solution::product<false><<<grid, solution::kThreads>>>(a, b, c, n, n, n);
  });
  bench.row("cuBLAS SGEMM again", gemm);
  return bench.all_right ? 0 : 1;
#endif
}
