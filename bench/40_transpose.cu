// SPDX-License-Identifier: MIT
// Lesson 40 on a GPU: the rungs and the solution beside a device copy and
// cuBLAS geam, 16384 x 16384 floats, then 4096 x 4096, all in one run. From the
// root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/40_transpose
//     bench/40_transpose.cu -lcublas -o /tmp/bench40 && /tmp/bench40
// A row per way: median time of 15 runs, and the share that a device copy of
// the same bytes takes. Exit code 1 when a result is wrong.
#include <cublas_v2.h>

#include <cstdio>
#include <functional>

#include "bench/exercise.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/40_transpose/solution.cu"
}
namespace tile_of_32 {
#include "solutions/40_transpose/also_right/tile_of_32.cu"
}
namespace padded_four {
#include "solutions/40_transpose/mistakes/padded.cu"
}
namespace one_value {
#include "solutions/40_transpose/mistakes/one_value_a_thread.cu"
}

namespace {

constexpr int kMatrixSide = 16384, kSmallerSide = 4096, kRuns = 15;
constexpr size_t kValues = size_t(kMatrixSide) * kMatrixSide;
constexpr double kGigabytes = 2.0 * kValues * sizeof(float) / 1e9;

__global__ void fill(float* to) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < kValues;
       i += step) {
    to[i] = float(i % 16777213);
  }
}

__global__ void count_wrong(const float* in, const float* out, size_t side,
                            bool transposed, unsigned* wrong) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
       i < side * side; i += step) {
    const size_t from = transposed ? i % side * side + i / side : i;
    if (in[from] != out[i]) atomicAdd(wrong, 1u);
  }
}

struct Bench {
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  lockstep::DeviceBuffer<unsigned> wrong{1};
  int side = kMatrixSide;  // at most that
  double copy_ms = 0;      // the first row's time: 100 %
  bool right = true;

  Bench() { fill<<<1024, 256>>>(in.data()); }

  /// Runs `work` once; whether all values are right.
  bool is_right(bool transposed, const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    CUDA_CHECK(cudaMemset(wrong.data(), 0, sizeof(unsigned)));
    work();
    count_wrong<<<1024, 256>>>(in.data(), out.data(), side, transposed,
                               wrong.data());
    return wrong.download()[0] == 0;
  }

  /// The same, and a row with the time of `kRuns` runs.
  void row(const char* name, bool transposed,
           const std::function<void()>& work) {
    const bool good = is_right(transposed, work);
    const double ms = median_ms(kRuns, 1, work);
    if (copy_ms == 0) copy_ms = ms;
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, 1e3 * ms,
                100 * copy_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats, limit: a device copy\n", device.name,
              kMatrixSide, kMatrixSide);
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
  bench.row("device copy", false, copy);
  const auto rung = [&](const char* name, decltype(&transpose) function) {
    bench.row(name, true, [&] { function(in, out, kMatrixSide, kMatrixSide); });
  };
  rung("naive", rungs::transpose_naive);
  rung("tile", rungs::transpose_tiled);
  rung("padded (the exercise)", rungs::transpose_padded);
  rung("swizzled, one value", one_value::transpose);
  rung("padded, four values", padded_four::transpose);
  rung("swizzled, four values", tile_of_32::transpose);
  rung("our answer", solution::transpose);
  bench.row("cuBLAS geam", true, geam);
  bench.row("device copy again", false, copy);

  bench.side = kSmallerSide, bench.copy_ms = 0;
  bench.row("device copy, 4096", false, [&] {
    CUDA_CHECK(cudaMemcpyAsync(out, in,
                               sizeof(float) * kSmallerSide * kSmallerSide,
                               cudaMemcpyDeviceToDevice));
  });
  bench.row("our answer, 4096", true,
            [&] { solution::transpose(in, out, kSmallerSide, kSmallerSide); });
  return bench.right ? 0 : 1;
#endif
}
