// SPDX-License-Identifier: MIT
// Lesson 15 on a GPU: weighted sums of 2^22 rows of 32 floats, with narrow and
// wide access to shared memory. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/15_wide_access
//     bench/15_wide_access.cu -lcublas -o /tmp/bench15 && /tmp/bench15
// Prints a row per kernel: median time of 15 runs, and the share of the time
// that reading 512 MiB takes at least. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cstdio>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/15_wide_access/solution.cu"
}

namespace {

constexpr int kThreads = solution::kThreads;
using solution::weighted;

__global__ void no_tile(const float4* in, float* out, int rows){
#include "solutions/15_wide_access/mistakes/no_tile.cu"
}

__global__ void words(const float4* in, float* out, int rows){
#include "solutions/15_wide_access/mistakes/one_word_at_a_time.cu"
}

__global__ void no_padding(const float4* in, float* out, int rows){
#include "solutions/15_wide_access/mistakes/no_padding.cu"
}

__global__ void swizzled(const float4* in, float* out, int rows){
#include "solutions/15_wide_access/also_right/swizzle.cu"
}

/// Eight lanes per row, which add up their vectors by shuffles.
__global__ void by_shuffles(const float4* in, float* out, int rows) {
#include "solutions/15_wide_access/mistakes/shuffles_instead_of_a_tile.cu"
}

constexpr int kRows = 1 << 22, kBlocks = kRows / kThreads;
constexpr size_t kValues = size_t(kRows) * kColumns;

struct Bench {
  std::vector<float> host = std::vector<float>(kValues), expected;
  lockstep::DeviceBuffer<float> in{kValues}, out{kRows};
  double limit_ms = limits::read_ms(kValues * sizeof(float));
  bool right = true;

  Bench() : expected(kRows) {
    for (size_t i = 0; i < kValues; ++i) {
      host[i] = float(i * 7919 % 997);
      expected[i / kColumns] += float(i % kColumns + 1) * host[i];
    }
    in.upload(host);
  }

  template <typename Work>
  void row(const char* name, const Work& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kRows * sizeof(float)));
    work();
    const bool good = out.download() == expected;
    const double ms = median_ms(15, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
    if (!good) std::printf("WRONG: %s\n", name);
    right = right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d rows of 32 floats; limit: reading them\n", device.name,
              kRows);
  Bench bench;
  const float4* in = reinterpret_cast<const float4*>(bench.in.data());
  float* out = bench.out.data();
  bench.row("no tile", [&] { no_tile<<<kBlocks, kThreads>>>(in, out, kRows); });
  bench.row("float, rows of 33",
            [&] { words<<<kBlocks, kThreads>>>(in, out, kRows); });
  bench.row("before",
            [&] { no_padding<<<kBlocks, kThreads>>>(in, out, kRows); });
  bench.row("after",
            [&] { solution::weighted_sums(bench.in.data(), out, kRows); });
  bench.row("swizzle",
            [&] { swizzled<<<kBlocks, kThreads>>>(in, out, kRows); });
  bench.row("shuffles, no tile",
            [&] { by_shuffles<<<kBlocks, kThreads>>>(in, out, kRows); });
  std::vector<float> weights;
  for (int k = 1; k <= kColumns; ++k) weights.push_back(float(k));
  const lockstep::DeviceBuffer<float> w(weights);
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  bench.row("cuBLAS gemv", [&] {
    cublasSgemv(cublas, CUBLAS_OP_T, kColumns, kRows, &one, bench.in.data(),
                kColumns, w.data(), 1, &zero, out, 1);
  });
  return bench.right ? 0 : 1;
}
