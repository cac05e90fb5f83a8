// SPDX-License-Identifier: MIT
// Convolution of an image with a filter. A block computes 64 x 64 values from a
// tile in shared memory, a thread 16 of them that lie in a column.
#include <cstring>

#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 64;      // rows and columns of out per block
constexpr int kThreads = 256;  // of a block

/// The filter, row by row. As a parameter of a kernel it lies in constant
/// memory, which hands one value to all lanes at once.
struct Filter {
  float at[kMostSize * kMostSize];
};

template <int kSize>
__global__ void __launch_bounds__(kThreads)
    convolve_tile(const float* image,  // height x width
                  float* out,          // height x width
                  int height, int width,
                  const __grid_constant__ Filter filter) {
  // task-begin
  constexpr int kColumn = 16;  // values of a thread
  constexpr int kWide =
      kTile + kSize - 1;  // the tile, with what lies around it
  __shared__ float tile[kWide][kWide];
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int i = threadIdx.x; i < kWide * kWide; i += kThreads) {
    const int y = top + i / kWide - kSize / 2, x = left + i % kWide - kSize / 2;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    tile[i / kWide][i % kWide] = inside ? image[size_t(y) * width + x] : 0;
  }
  __syncthreads();
  // A value that was loaded serves all of the thread's sums that it belongs to.
  const int x = threadIdx.x % kTile, y = threadIdx.x / kTile * kColumn;
  float sums[kColumn] = {};
#pragma unroll
  for (int j = 0; j < kSize; ++j) {
    float column[kColumn + kSize - 1];
#pragma unroll
    for (int r = 0; r < kColumn + kSize - 1; ++r)
      column[r] = tile[y + r][x + j];
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
#pragma unroll
      for (int s = 0; s < kColumn; ++s) {
        sums[s] += filter.at[i * kSize + j] * column[s + i];
      }
    }
  }
#pragma unroll
  for (int s = 0; s < kColumn; ++s) {
    if (top + y + s < height && left + x < width) {
      out[size_t(top + y + s) * width + left + x] = sums[s];
    }
  }
  // task-end
}

void convolve(const float* image, const float* filter, float* out, int height,
              int width, int size) {
  if (height == 0 || width == 0) return;
  static constexpr decltype(&convolve_tile<1>) kKernels[] = {
      convolve_tile<1>,  convolve_tile<3>, convolve_tile<5>,
      convolve_tile<7>,  convolve_tile<9>, convolve_tile<11>,
      convolve_tile<13>, convolve_tile<15>};
  Filter values{};
  std::memcpy(values.at, filter, sizeof(float) * size * size);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  kKernels[size / 2]<<<grid, kThreads>>>(image, out, height, width, values);
  CUDA_CHECK(cudaGetLastError());
}
