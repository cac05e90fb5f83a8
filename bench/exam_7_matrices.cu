// SPDX-License-Identifier: MIT
// Exam 7 on a GPU: G = A^T A for a matrix A of 4096 x 4096 floats. The plain
// kernel of the example (before), tiles of the whole square, the solution
// (after), and cuBLAS: SGEMM, which computes all of G, and SSYRK, which leaves
// one half of it as it was. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/exam_7_matrices
//     bench/exam_7_matrices.cu -lcublas -o /tmp/b && /tmp/b
// The limit is multiply and add, measured, for half of the products. Exit code
// 1 when a result is wrong.
#include <cublas_v2.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/exam_7_matrices/solution.cu"
}

namespace square {
#include "solutions/exam_7_matrices/mistakes/whole_square.cu"
}

namespace before {
__global__ void plain(const float* a, float* g, int m, int n) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (j >= n) return;
  float sum = 0;
  for (int r = 0; r < m; ++r) sum += a[r * n + i] * a[r * n + j];
  g[i * n + j] = sum;
}
}  // namespace before

namespace {

constexpr int kLength = 4096;  // rows and columns of A
constexpr size_t kValues = size_t(kLength) * kLength;
// A multiply and an add for each value of one half, the diagonal included.
constexpr double kOperations = double(kLength) * (kLength + 1) * kLength;

struct Bench {
  std::vector<float> host = std::vector<float>(kValues), transposed = host;
  std::vector<float> expected;  // what the first row computed
  lockstep::DeviceBuffer<float> a{kValues}, g{kValues};
  double least_us = 1e3 * kOperations / (limits::teraflops() * 1e9);
  bool all_right = true;

  /// Whole numbers in [-8, 8): no sum of 4096 products rounds.
  Bench() {
    for (size_t i = 0; i < kValues; ++i) {
      host[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
      transposed[i % kLength * kLength + i / kLength] = host[i];
    }
    a.upload(host);
  }

  /// Every 512th row of `got`, computed by the host.
  bool rows_right(const std::vector<float>& got) const {
    for (size_t i = 0; i < kLength; i += 512) {
      std::vector<float> row(kLength);
      for (size_t r = 0; r < kLength; ++r) {
        const float value = transposed[i * kLength + r];
        for (size_t j = 0; j < kLength; ++j) {
          row[j] += value * host[r * kLength + j];
        }
      }
      if (!std::equal(row.begin(), row.end(), got.begin() + i * kLength)) {
        return false;
      }
    }
    return true;
  }

  /// `half`: only values on and below the diagonal of rows are stored.
  void row(const char* name, int times, const std::function<void()>& work,
           bool half = false) {
    CUDA_CHECK(cudaMemset(g.data(), 0xff, kValues * sizeof(float)));
    work();
    CUDA_CHECK(cudaGetLastError());
    auto got = g.download();
    for (size_t i = 0; half && i < kLength; ++i) {
      for (size_t j = i + 1; j < kLength; ++j) {
        got[i * kLength + j] = got[j * kLength + i];
      }
    }
    if (expected.empty()) expected = got;
    const bool good = got == expected && rows_right(got);
    const double us = 1e3 * median_ms(times, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%%s\n", name, us, 100 * least_us / us,
                good ? "" : "  WRONG");
    all_right = all_right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench bench;
  std::printf(
      "%s, A of %d x %d floats; limit: multiply and add, half of the "
      "products\n",
      device.name, kLength, kLength);
  const float* a = bench.a.data();
  float* g = bench.g.data();
  constexpr int n = kLength;
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  // cuBLAS counts by columns: our A is its transpose, and G is symmetric. Its
  // upper half is our lower one.
  bench.row("cuBLAS SGEMM", 7, [&] {
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, a, n,
                &zero, g, n);
  });
  bench.row(
      "cuBLAS SSYRK, half of G", 7,
      [&] {
        cublasSsyrk(cublas, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, n, &one, a,
                    n, &zero, g, n);
      },
      true);
  bench.row("before", 5, [&] {
    before::plain<<<dim3((n + 255) / 256, n), 256>>>(a, g, n, n);
  });
  bench.row("whole square", 5, [&] { square::gram(a, g, n, n); });
  bench.row("after", 7, [&] { solution::gram(a, g, n, n); });
  return bench.all_right ? 0 : 1;
}
