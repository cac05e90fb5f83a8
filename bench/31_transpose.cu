// SPDX-License-Identifier: MIT
// Lesson 31 on a GPU: the rungs and the solution beside a device copy and
// cuBLAS geam, 16384 x 16384 floats, all in one run. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/31_transpose
//     bench/31_transpose.cu -lcublas -o /tmp/bench31 && /tmp/bench31
// Prints a table: median time of 15 runs, bytes read and written a second, and
// the part of the copy's speed. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cstdio>
#include <functional>
#include <vector>

#include "bench/timing.h"
#include "common/device_buffer.h"
#include "solutions/31_transpose/solution.cu"

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

  /// Runs `work` once to compare all values, then `kRuns` times for the time.
  void row(const char* name, bool turned, const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    work();
    const std::vector<float> got = out.download();
    size_t wrong = 0;
    for (size_t i = 0; i < kValues; ++i) {
      const size_t from =
          turned ? i % kMatrixSide * kMatrixSide + i / kMatrixSide : i;
      wrong += got[i] != host[from];
    }
    const double ms = median_ms(kRuns, 1, work);
    if (copy_ms == 0) copy_ms = ms;
    std::printf("%-22s %9.4f %9.0f %9.3f%s\n", name, ms, kGigabytes / ms * 1e3,
                copy_ms / ms, wrong ? "  WRONG" : "");
    right = right && wrong == 0;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats\n", device.name, kMatrixSide, kMatrixSide);
  std::printf("%-22s %9s %9s %9s\n", "", "ms", "GB/s", "of copy");
  Bench bench;
  const float* in = bench.in.data();
  float* out = bench.out.data();
  const auto copy = [&] {
    CUDA_CHECK(cudaMemcpyAsync(out, in, kValues * sizeof(float),
                               cudaMemcpyDeviceToDevice));
  };
  bench.row("cudaMemcpyAsync", false, copy);
  const auto rung = [&](const char* name, decltype(&transpose) function) {
    bench.row(name, true, [&] { function(in, out, kMatrixSide, kMatrixSide); });
  };
  rung("naive", rungs::transpose_naive);
  rung("tile", rungs::transpose_tiled);
  rung("padded", rungs::transpose_padded);
  rung("solution", transpose);
  cublasHandle_t cublas;
  if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS) return 1;
  const float one = 1, zero = 0;
  bench.row("cuBLAS geam", true, [&] {
    cublasSgeam(cublas, CUBLAS_OP_T, CUBLAS_OP_N, kMatrixSide, kMatrixSide,
                &one, in, kMatrixSide, &zero, nullptr, kMatrixSide, out,
                kMatrixSide);
  });
  bench.row("cudaMemcpyAsync again", false, copy);
  return bench.right ? 0 : 1;
}
