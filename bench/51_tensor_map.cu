// SPDX-License-Identifier: MIT
// Lesson 51 on a GPU: a 3 x 3 blur of 16384 x 16384 floats. Before: each thread
// fetches its part of the tile and of the halo, with a test for the edges.
// After: the solution's tensor maps. 100 % is a device copy of the same bytes.
// From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/51_tensor_map
//     bench/51_tensor_map.cu -o /tmp/bench51 && /tmp/bench51
// Exit code 1 when a result is wrong.
#include <cuda.h>

#include <cstdio>
#include <cuda/ptx>
#include <functional>

// Before the answers, which include it, too, and are put into namespaces.
#include "common/tensor_map.h"
#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"
#include "bench/versus.h"

namespace solution {
#include "solutions/51_tensor_map/solution.cu"
}

namespace before {  // the same tiles by ordinary loads and stores

constexpr int kRows = solution::kRows, kColumns = solution::kColumns;
constexpr int kThreads = solution::kThreads;
constexpr int kBoxRows = kRows + 2, kBoxColumns = kColumns + 2;

__global__ __launch_bounds__(kThreads) void blur_tile(const float* in,
                                                      float* out, int rows,
                                                      int columns, int pitch) {
  __shared__ float box[kBoxRows][kBoxColumns];
  const int row = blockIdx.y * kRows, column = blockIdx.x * kColumns;
  for (int i = threadIdx.x; i < kBoxRows * kBoxColumns; i += kThreads) {
    const int r = row - 1 + i / kBoxColumns, c = column - 1 + i % kBoxColumns;
    const bool inside = r >= 0 && r < rows && c >= 0 && c < columns;
    box[i / kBoxColumns][i % kBoxColumns] =
        inside ? in[size_t(r) * pitch + c] : 0;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kRows * kColumns; i += kThreads) {
    const int r = i / kColumns, c = i % kColumns;
    if (row + r < rows && column + c < columns) {
      out[size_t(row + r) * pitch + column + c] =
          solution::weighted(&box[r][c], kBoxColumns);
    }
  }
}

void blur(const float* in, float* out, int rows, int columns, int pitch) {
  const dim3 grid((columns + kColumns - 1) / kColumns,
                  (rows + kRows - 1) / kRows);
  blur_tile<<<grid, kThreads>>>(in, out, rows, columns, pitch);
}

}  // namespace before

namespace {

constexpr int kSide = 16384, kRuns = 15;
constexpr size_t kValues = size_t(kSide) * kSide;
constexpr size_t kBytes = kValues * sizeof(float);  // of one matrix

__host__ __device__ float value_at(int r, int c) {
  return float(int((unsigned(r) * 2654435761u + unsigned(c) * 40503u) >> 20 &
                   1023) -
               512);
}

__global__ void fill(float* to) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < kValues;
       i += step) {
    to[i] = value_at(int(i / kSide), int(i % kSide));
  }
}

/// Counts what is not the blur of `in`, value by value.
__global__ void count_wrong(const float* in, const float* out,
                            unsigned* wrong) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < kValues;
       i += step) {
    const int r = int(i / kSide), c = int(i % kSide);
    float sum = 0;
    for (int y = r - 1; y <= r + 1; ++y) {
      for (int x = c - 1; x <= c + 1; ++x) {
        if (y < 0 || y >= kSide || x < 0 || x >= kSide) continue;
        sum += in[size_t(y) * kSide + x] * (y == r ? 2 : 1) * (x == c ? 2 : 1);
      }
    }
    if (out[i] != sum / 16) atomicAdd(wrong, 1u);
  }
}

struct Bench {
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  lockstep::DeviceBuffer<unsigned> wrong{1};
  double copy_ms = limits::copy_ms(kBytes);  // 100 %
  bool right = true;

  Bench() { fill<<<1024, 256>>>(in.data()); }

  using Blur = void (*)(const float*, float*, int, int, int);
  bool is_right(Blur blur) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kBytes));
    CUDA_CHECK(cudaMemset(wrong.data(), 0, sizeof(unsigned)));
    blur(in.data(), out.data(), kSide, kSide, kSide);
    count_wrong<<<1024, 256>>>(in.data(), out.data(), wrong.data());
    return wrong.download()[0] == 0;
  }
  double time_ms(Blur blur) {
    return median_ms(kRuns, 1, [&] {
      blur(in.data(), out.data(), kSide, kSide, kSide);
    });
  }
  void row(const char* name, Blur blur) {
    const bool good = is_right(blur);
    const double ms = time_ms(blur);
    std::printf("%-28s %9.1f us %5.1f %%%s\n", name, 1e3 * ms,
                100 * copy_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench bench;
#ifdef LOCKSTEP_EXERCISE
  Versus table(gigabytes(2e-9 * kBytes), "limit: a device copy",
               2e-6 * kBytes / bench.copy_ms);
  const auto versus = [&](const char* name, Bench::Blur blur) {
    const bool good = bench.is_right(blur);
    table.row(name, bench.time_ms(blur), good);
  };
  versus("ordinary loads", before::blur);
  versus("solution", solution::blur);
  versus("your exercise", exercise::blur);
  return table.status();
#else
  std::printf("%s, %d x %d floats, limit: a device copy\n", device.name, kSide,
              kSide);
  std::printf("%-28s %9.1f us 100.0 %%\n", "device copy", 1e3 * bench.copy_ms);
  bench.row("before", before::blur);
  bench.row("after", solution::blur);
  return bench.right ? 0 : 1;
#endif
}
