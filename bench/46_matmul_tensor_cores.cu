// SPDX-License-Identifier: MIT
// Lesson 46 on a GPU: 4096 x 4096 halfs, sums in float. The same tiles with
// multiply and add (before), the solution (after), a kernel whose block makes
// 128 x 128 results, and cuBLAS: SGEMM on floats and GemmEx on halfs. From the
// root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/46_matmul_tensor_cores
//     bench/46_matmul_tensor_cores.cu -lcublas -o /tmp/bench46 && /tmp/bench46
// Exit code 1 when a result is wrong.
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/46_matmul_tensor_cores/solution.cu"
}

namespace before {  // what lies between the lesson's marks, without them
using namespace solution;
__global__ void products(const __half* a, const __half* b, float* c, int m,
                         int n, int k) {
  __shared__ __align__(32) __half a_tile[kTile * kTile], b_tile[kTile * kTile];
  __shared__ __align__(32) float c_tile[kTile * kTile];
  const int across = (n + kTile - 1) / kTile;
  const int tiles = across * ((m + kTile - 1) / kTile);
#include "solutions/46_matmul_tensor_cores/mistakes/scalar_product.cu"
}
}  // namespace before

namespace wide {  // for whole tiles only

namespace wmma = nvcuda::wmma;
constexpr int kSide = 128, kDeep = 32;  // results of a block; values per step
constexpr int kThreads = 256;           // 2 x 4 warps of 64 x 32 results each
constexpr int kHigh = 4, kAcross = 2;   // tiles of 16 x 16 of a warp
constexpr int kStepA = kDeep + 8, kStepB = kSide + 8;   // 8 halfs of padding
constexpr int kVectors = kSide * kDeep / 8 / kThreads;  // uint4 per thread

__global__ __launch_bounds__(kThreads) void product(const __half* a,
                                                    const __half* b, float* c,
                                                    int n) {
  __shared__ __align__(32) __half a_tile[kSide * kStepA];
  __shared__ __align__(32) __half b_tile[kDeep * kStepB];
  const int top = blockIdx.y * kSide, left = blockIdx.x * kSide;
  const int warp = threadIdx.x / 32, y = warp / 4 * 64, x = warp % 4 * 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[kHigh][kAcross];
  for (auto& row : sums) {
    for (auto& sum : row) wmma::fill_fragment(sum, 0.0f);
  }
  uint4 next_a[kVectors], next_b[kVectors];
  const auto load = [&](int l) {
#pragma unroll
    for (int v = 0; v < kVectors; ++v) {
      const int i = threadIdx.x + v * kThreads;
      const int ra = i / (kDeep / 8), ca = i % (kDeep / 8) * 8;
      const int rb = i / (kSide / 8), cb = i % (kSide / 8) * 8;
      next_a[v] =
          *reinterpret_cast<const uint4*>(&a[size_t(top + ra) * n + l + ca]);
      next_b[v] =
          *reinterpret_cast<const uint4*>(&b[size_t(l + rb) * n + left + cb]);
    }
  };
  load(0);
  for (int l = 0; l < n; l += kDeep) {
    __syncthreads();
#pragma unroll
    for (int v = 0; v < kVectors; ++v) {
      const int i = threadIdx.x + v * kThreads;
      const int ra = i / (kDeep / 8), ca = i % (kDeep / 8) * 8;
      const int rb = i / (kSide / 8), cb = i % (kSide / 8) * 8;
      *reinterpret_cast<uint4*>(&a_tile[ra * kStepA + ca]) = next_a[v];
      *reinterpret_cast<uint4*>(&b_tile[rb * kStepB + cb]) = next_b[v];
    }
    __syncthreads();
    if (l + kDeep < n) load(l + kDeep);  // in flight while the warps multiply
    for (int s = 0; s < kDeep; s += 16) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major>
          a_parts[kHigh];
      wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major>
          b_part;
      for (int i = 0; i < kHigh; ++i) {
        wmma::load_matrix_sync(a_parts[i], &a_tile[(y + 16 * i) * kStepA + s],
                               kStepA);
      }
      for (int j = 0; j < kAcross; ++j) {
        wmma::load_matrix_sync(b_part, &b_tile[s * kStepB + x + 16 * j],
                               kStepB);
        for (int i = 0; i < kHigh; ++i) {
          wmma::mma_sync(sums[i][j], a_parts[i], b_part, sums[i][j]);
        }
      }
    }
  }
  for (int i = 0; i < kHigh; ++i) {
    for (int j = 0; j < kAcross; ++j) {
      wmma::store_matrix_sync(
          &c[size_t(top + y + 16 * i) * n + left + x + 16 * j], sums[i][j], n,
          wmma::mem_row_major);
    }
  }
}

}  // namespace wide

namespace {

constexpr int kLength = 4096;  // rows and columns of each matrix
constexpr size_t kValues = size_t(kLength) * kLength;
constexpr double kOperations = 2.0 * kValues * kLength;

/// Operations that the tensor cores of one multiprocessor do per cycle on
/// halfs, by NVIDIA's data sheets; 0 where this file does not know it.
double operations_per_cycle(const cudaDeviceProp& device) {
  if (device.major == 9) return 4096;                       // H100, H200
  if (device.major == 8 && device.minor == 0) return 2048;  // A100
  return 0;
}

struct Bench {
  std::vector<float> left = std::vector<float>(kValues), right = left;
  std::vector<float> expected;  // what the first row computed
  lockstep::DeviceBuffer<float> float_a{kValues}, float_b{kValues}, c{kValues};
  lockstep::DeviceBuffer<__half> a{kValues}, b{kValues};
  double least_us = 0;  // 0: no limit is known
  bool all_right = true;

  /// Whole numbers in [-8, 8): no sum of 4096 products rounds.
  Bench() {
    std::vector<__half> half_left(kValues), half_right(kValues);
    for (size_t i = 0; i < kValues; ++i) {
      left[i] = float(int(i * 2654435761u >> 9 & 15) - 8);
      right[i] = float(int(i * 40503u >> 5 & 15) - 8);
      half_left[i] = __float2half(left[i]);
      half_right[i] = __float2half(right[i]);
    }
    float_a.upload(left);
    float_b.upload(right);
    a.upload(half_left);
    b.upload(half_right);
  }

  /// Every 512th row of `got`, computed by the host.
  bool rows_right(const std::vector<float>& got) const {
    bool good = true;
    for (int i = 0; i < kLength; i += 512) {
      std::vector<float> row(kLength);
      for (int l = 0; l < kLength; ++l) {
        const float value = left[size_t(i) * kLength + l];
        const float* with = &right[size_t(l) * kLength];
        for (int j = 0; j < kLength; ++j) row[j] += value * with[j];
      }
      good &=
          std::equal(row.begin(), row.end(), got.begin() + size_t(i) * kLength);
    }
    return good;
  }

  void row(const char* name, int times, const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(c.data(), 0xff, kValues * sizeof(float)));
    work();
    CUDA_CHECK(cudaGetLastError());
    const auto got = c.download();
    if (expected.empty()) expected = got;
    const bool good = got == expected && rows_right(got);
    const double us = 1e3 * median_ms(times, 1, work);
    std::printf("%-28s %9.1f us", name, us);
    if (least_us > 0) std::printf(" %5.1f %%", 100 * least_us / us);
    std::printf("%s\n", good ? "" : "  WRONG");
    all_right = all_right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  int kilohertz = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0));
  Bench bench;
  const double per_ms = operations_per_cycle(device) *
                        device.multiProcessorCount * double(kilohertz);
  if (per_ms > 0) bench.least_us = 1e3 * kOperations / per_ms;
  std::printf(
      "%s, %d x %d values; limit: tensor cores, %.0f TFLOP/s at %d "
      "MHz\n",
      device.name, kLength, kLength, per_ms / 1e9, kilohertz / 1000);
  const __half *a = bench.a.data(), *b = bench.b.data();
  const float *float_a = bench.float_a.data(), *float_b = bench.float_b.data();
  float* c = bench.c.data();
  constexpr int n = kLength;
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  // cuBLAS counts by columns: C^T = B^T A^T.
  bench.row("cuBLAS SGEMM", 7, [&] {
    cublasSgemm(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, float_b, n,
                float_a, n, &zero, c, n);
  });
  bench.row("before", 3, [&] {
    const int blocks = solution::kBlocksEach * device.multiProcessorCount;
    before::products<<<blocks, 32>>>(a, b, c, n, n, n);
  });
  bench.row("after", 7, [&] { solution::multiply(a, b, c, n, n, n); });
  bench.row("128 x 128 per block", 15, [&] {
    const dim3 grid(n / wide::kSide, n / wide::kSide);
    wide::product<<<grid, wide::kThreads>>>(a, b, c, n);
  });
  bench.row("cuBLAS half", 15, [&] {
    cublasGemmEx(cublas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, CUDA_R_16F,
                 n, a, CUDA_R_16F, n, &zero, c, CUDA_R_32F, n,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  });
  return bench.all_right ? 0 : 1;
}
