// SPDX-License-Identifier: MIT
// Lesson 14 on a GPU: all products of two rows, for 100,000 matrices of 32 x
// 32, with a plain, a padded and a swizzled tile. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/14_swizzle
//     bench/14_swizzle.cu -lcublas -o /tmp/bench14 && /tmp/bench14
// Prints a row per kernel: median time of 15 runs, and the share of the limit:
// 2048 loads of shared memory per matrix, one wavefront per clock and
// multiprocessor. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cstdio>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/14_swizzle/solution.cu"
}

namespace {

constexpr int kSide = solution::kTile;

/// What stands before the region in the exercise.
#define LOCKSTEP_HEAD                               \
  constexpr int kTile = kSide;                      \
  const int x = threadIdx.x, y = threadIdx.y;       \
  const int i = (blockIdx.x * size + y) * size + x; \
  const bool inside = x < size && y < size;

__global__ void plain(const unsigned* in, unsigned* out, int size) {
  LOCKSTEP_HEAD
#include "solutions/14_swizzle/mistakes/swizzle_removed.cu"
  if (inside) out[i] = sum;
}

__global__ void padded(const unsigned* in, unsigned* out, int size) {
  LOCKSTEP_HEAD
#include "solutions/14_swizzle/mistakes/padding_used.cu"
  if (inside) out[i] = sum;
}

__global__ void rotated(const unsigned* in, unsigned* out, int size) {
  LOCKSTEP_HEAD
#include "solutions/14_swizzle/also_right/rotation.cu"
  if (inside) out[i] = sum;
}

__global__ void in_registers(const unsigned* in, unsigned* out, int size) {
  LOCKSTEP_HEAD
#include "solutions/14_swizzle/also_right/row_in_registers.cu"
  if (inside) out[i] = sum;
}

__global__ void four_words(const unsigned* in, unsigned* out, int size) {
  LOCKSTEP_HEAD
#include "solutions/14_swizzle/also_right/four_words_at_a_time.cu"
  if (inside) out[i] = sum;
}

constexpr int kMatrices = 100000;
constexpr size_t kOne = kSide * kSide, kValues = kMatrices * kOne;

/// Milliseconds that the shared loads take at least.
double limit_ms() {
  int clock_khz = 0, processors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&clock_khz, cudaDevAttrClockRate, 0));
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  return 2048.0 * kMatrices / processors / clock_khz;
}

template <typename Number>
struct Bench {
  std::vector<Number> host = std::vector<Number>(kValues);
  lockstep::DeviceBuffer<Number> in{kValues}, out{kValues};
  bool right = true;

  Bench() {
    for (size_t i = 0; i < kValues; ++i) host[i] = Number(i * 7919 % 31);
    in.upload(host);
  }

  /// Compares the first and the last 50 matrices.
  size_t wrong() const {
    const std::vector<Number> got = out.download();
    size_t wrong = 0;
    for (size_t i = 0; i < kValues; ++i) {
      if (i == 50 * kOne) i = kValues - 50 * kOne;
      const Number* matrix = &host[i / kOne * kOne];
      Number sum = 0;
      for (int k = 0; k < kSide; ++k) {
        sum += matrix[i % kOne / kSide * kSide + k] *
               matrix[i % kSide * kSide + k];
      }
      wrong += got[i] != sum;
    }
    return wrong;
  }

  template <typename Work>
  void row(const char* name, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(Number)));
    work();
    const size_t bad = wrong();
    const double ms = median_ms(15, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms() / ms);
    if (bad != 0) std::printf("WRONG: %zu values\n", bad);
    right = right && bad == 0;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf(
      "%s, %d matrices of 32 x 32; limit: 2048 wavefronts of shared memory per "
      "matrix, one per clock and multiprocessor\n",
      device.name, kMatrices);
  const dim3 block(kSide, kSide);
  bool right;
  {
    Bench<unsigned> bench;
    const unsigned* in = bench.in.data();
    unsigned* out = bench.out.data();
    bench.row("before", [&] { plain<<<kMatrices, block>>>(in, out, kSide); });
    bench.row("one word more",
              [&] { padded<<<kMatrices, block>>>(in, out, kSide); });
    bench.row("column + row",
              [&] { rotated<<<kMatrices, block>>>(in, out, kSide); });
    bench.row("after",
              [&] { solution::multiply_rows(in, out, kMatrices, kSide); });
    bench.row("after, one row in registers",
              [&] { in_registers<<<kMatrices, block>>>(in, out, kSide); });
    bench.row("after, four words at a time",
              [&] { four_words<<<kMatrices, block>>>(in, out, kSide); });
    right = bench.right;
  }
  Bench<float> bench;
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  bench.row("cuBLAS batched, of floats", [&] {
    cublasSgemmStridedBatched(cublas, CUBLAS_OP_T, CUBLAS_OP_N, kSide, kSide,
                              kSide, &one, bench.in.data(), kSide, kOne,
                              bench.in.data(), kSide, kOne, &zero,
                              bench.out.data(), kSide, kOne, kMatrices);
  });
  return right && bench.right ? 0 : 1;
}
