// SPDX-License-Identifier: MIT
// Lesson 40 on a GPU: the rungs and the solution beside a device copy and
// cuBLAS geam, 16384 x 16384 floats, all in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/40_transpose
//     bench/40_transpose.cu -lcublas -o /tmp/bench40 && /tmp/bench40
// Prints a table: median time of 15 runs, bytes read and written a second, and
// the part of the copy's speed. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cstdio>
#include <functional>
#include <vector>

#include "bench/exercise.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/40_transpose/solution.cu"
}

namespace {

constexpr int kMatrixSide = 16384, kRuns = 15;
constexpr size_t kValues = size_t(kMatrixSide) * kMatrixSide;
constexpr double kGigabytes = 2.0 * kValues * sizeof(float) / 1e9;

struct Bench {
  std::vector<float> host = std::vector<float>(kValues);
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  double copy_ms = 0;
  bool right = true;

  Bench() {
    for (size_t i = 0; i < kValues; ++i) host[i] = float(i % 16777213);
    in.upload(host);
  }

  /// Runs `work` once; whether all values are right.
  bool is_right(bool turned, const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    work();
    const std::vector<float> got = out.download();
    size_t wrong = 0;
    for (size_t i = 0; i < kValues; ++i) {
      const size_t from =
          turned ? i % kMatrixSide * kMatrixSide + i / kMatrixSide : i;
      wrong += got[i] != host[from];
    }
    return wrong == 0;
  }

  /// The same, and a row with the time of `kRuns` runs.
  void row(const char* name, bool turned, const std::function<void()>& work) {
    const bool good = is_right(turned, work);
    const double ms = median_ms(kRuns, 1, work);
    if (copy_ms == 0) copy_ms = ms;
    std::printf("%-22s %9.4f %9.0f %9.3f%s\n", name, ms, kGigabytes / ms * 1e3,
                copy_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats\n", device.name, kMatrixSide, kMatrixSide);
  Bench bench;
  const float* in = bench.in.data();
  float* out = bench.out.data();
  const auto copy = [&] {
    CUDA_CHECK(cudaMemcpyAsync(out, in, kValues * sizeof(float),
                               cudaMemcpyDeviceToDevice));
  };
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  const auto geam = [&] {
    cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, kMatrixSide, kMatrixSide,
                &one, in, kMatrixSide, &zero, nullptr, kMatrixSide, out,
                kMatrixSide);
  };
#ifdef LOCKSTEP_EXERCISE
  Versus table(gigabytes(kGigabytes), "limit: cudaMemcpyAsync",
               kGigabytes / median_ms(kRuns, 1, copy) * 1e3);
  const auto versus = [&](const char* name, const std::function<void()>& work) {
    const bool good = bench.is_right(true, work);
    table.row(name, median_ms(kRuns, 1, work), good);
  };
  versus("cuBLAS geam", geam);
  versus("solution",
         [&] { solution::transpose(in, out, kMatrixSide, kMatrixSide); });
  versus("your exercise",
         [&] { exercise::transpose(in, out, kMatrixSide, kMatrixSide); });
  return table.status();
#else
  std::printf("%-22s %9s %9s %9s\n", "", "ms", "GB/s", "of copy");
  bench.row("cudaMemcpyAsync", false, copy);
  const auto rung = [&](const char* name, decltype(&transpose) function) {
    bench.row(name, true, [&] { function(in, out, kMatrixSide, kMatrixSide); });
  };
  rung("naive", rungs::transpose_naive);
  rung("tile", rungs::transpose_tiled);
  rung("padded", rungs::transpose_padded);
  rung("solution", solution::transpose);
  bench.row("cuBLAS geam", true, geam);
  bench.row("cudaMemcpyAsync again", false, copy);
  return bench.right ? 0 : 1;
#endif
}
