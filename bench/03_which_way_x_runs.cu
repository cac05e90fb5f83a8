// SPDX-License-Identifier: MIT
// Lesson 03's picture mirrored twice: x along the row, as in the solution, and
// x down the column. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/03_rows_and_columns
//     bench/03_which_way_x_runs.cu -o /tmp/which_way && /tmp/which_way
#include "solutions/03_rows_and_columns/solution.cu"

#include <cstdio>

#include "bench/timing.h"
#include "common/device_buffer.h"

/// The same with x and y swapped: neighbouring lanes are `width` ints apart.
__global__ void mirror_swapped(const int* in, int* out, int width, int height) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    out[row * width + column] = in[row * width + width - 1 - column];
  }
}

int main() {
  constexpr int kSide = 8192;
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d ints\n", device.name, kSide, kSide);
  const std::vector<int> zeros(size_t{kSide} * kSide);
  const lockstep::DeviceBuffer<int> in(zeros), out(zeros.size());
  const double along = median_ms(
      31, 1, [&] { mirror(in.data(), out.data(), kSide, kSide); });
  const double down = median_ms(31, 1, [&] {
    mirror_swapped<<<dim3(kSide / 32, kSide / 8), dim3(32, 8)>>>(
        in.data(), out.data(), kSide, kSide);
  });
  std::printf("along the row    %7.1f us\n", 1000 * along);
  std::printf("down the column  %7.1f us\n", 1000 * down);
}
