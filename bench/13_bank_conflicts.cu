// SPDX-License-Identifier: MIT
// Lesson 13 on a GPU: the transpose with and without bank conflicts, and
// cuBLAS geam, 16384 x 8192 floats. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/13_bank_conflicts
//     bench/13_bank_conflicts.cu -lcublas -o /tmp/bench13 && /tmp/bench13
// Prints a row per kernel: median time of 15 runs, and the share of the speed
// of a copy. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cstdio>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/13_bank_conflicts/solution.cu"
}

namespace {

constexpr int kSide = solution::kTile;

/// The tile as the exercise gives it: a column lies in one bank.
__global__ void plain_tile(const float* in, float* out, int rows, int columns) {
  constexpr int kTile = kSide;
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
#include "solutions/13_bank_conflicts/mistakes/padding_removed.cu"
}

/// 34 words per row: two lanes in each of 16 banks.
__global__ void two_more(const float* in, float* out, int rows, int columns) {
  constexpr int kTile = kSide;
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
#include "solutions/13_bank_conflicts/mistakes/padding_of_two.cu"
}

/// No shared memory: the stores to global memory are scattered.
__global__ void no_tile(const float* in, float* out, int rows, int columns) {
  constexpr int kTile = kSide;
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
#include "solutions/13_bank_conflicts/mistakes/no_tile.cu"
}

constexpr int kRows = 16384, kColumns = 8192;
constexpr size_t kValues = size_t(kRows) * kColumns;

struct Bench {
  std::vector<float> host = std::vector<float>(kValues);
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  double copy_ms = 0;
  bool right = true;

  Bench() {
    for (size_t i = 0; i < kValues; ++i) host[i] = float(i % 16777213);
    in.upload(host);
    copy_ms = median_ms(15, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), kValues * sizeof(float),
                                 cudaMemcpyDeviceToDevice));
    });
  }

  template <typename Work>
  void row(const char* name, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    work();
    const std::vector<float> got = out.download();
    size_t wrong = 0;
    for (size_t i = 0; i < kValues; i += 97) {  // each row and column
      wrong += got[i] != host[i % kRows * kColumns + i / kRows];
    }
    const double ms = median_ms(15, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * copy_ms / ms);
    if (wrong != 0) std::printf("WRONG: %zu values\n", wrong);
    right = right && wrong == 0;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats; limit: cudaMemcpy of as many\n", device.name,
              kRows, kColumns);
  Bench bench;
  const float* in = bench.in.data();
  float* out = bench.out.data();
  const dim3 block(kSide, kSide), grid(kColumns / kSide, kRows / kSide);
  bench.row("no tile",
            [&] { no_tile<<<grid, block>>>(in, out, kRows, kColumns); });
  bench.row("before",
            [&] { plain_tile<<<grid, block>>>(in, out, kRows, kColumns); });
  bench.row("two words more",
            [&] { two_more<<<grid, block>>>(in, out, kRows, kColumns); });
  bench.row("after", [&] { solution::transpose(in, out, kRows, kColumns); });
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  bench.row("cuBLAS geam", [&] {
    cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, kRows, kColumns, &one, in,
                kColumns, &zero, nullptr, kRows, out, kRows);
  });
  return bench.right ? 0 : 1;
}
