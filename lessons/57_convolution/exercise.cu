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
  // TODO: each product loads its value from global memory. Load the block's
  // part of the image once, and let a value serve many products of a thread.
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const int x = left + threadIdx.x % kTile;
  for (int y = top + threadIdx.x / kTile; y < top + kTile;
       y += kThreads / kTile) {
    if (x >= width || y >= height) continue;
    float sum = 0;
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j < kSize; ++j) {
        const int from_y = y + i - kSize / 2, from_x = x + j - kSize / 2;
        const bool inside =
            from_y >= 0 && from_y < height && from_x >= 0 && from_x < width;
        if (inside) {
          sum +=
              filter.at[i * kSize + j] * image[size_t(from_y) * width + from_x];
        }
      }
    }
    out[size_t(y) * width + x] = sum;
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
