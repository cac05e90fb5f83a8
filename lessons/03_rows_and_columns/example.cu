// SPDX-License-Identifier: MIT
// A picture of 3 rows and 7 columns, and blocks of 4 x 2 threads. Each thread
// leaves four digits at its pixel: its block's x and y, its own x and y.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

__global__ void sign(int* out, int width, int height) {
  // place-begin
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int place = row * width + column;
  // place-end
  if (column >= width || row >= height) return;
  const int block = 10 * blockIdx.x + blockIdx.y;
  const int thread = 10 * threadIdx.x + threadIdx.y;
  out[place] = 100 * block + thread;
}

constexpr int kWidth = 7, kHeight = 3;

void print_block(int, int digits) {
  std::printf("  %d,%d", digits / 1000, digits / 100 % 10);
}
void print_thread(int, int digits) {
  std::printf("  %d,%d", digits / 10 % 10, digits % 10);
}
void print_place(int place, int) { std::printf("  %3d", place); }

void show(const char* title, const std::vector<int>& picture,
          void (*print)(int place, int digits)) {
  std::printf("%s\n", title);
  for (int row = 0; row < kHeight; ++row) {
    std::printf("  row %d", row);
    for (int column = 0; column < kWidth; ++column) {
      const int place = row * kWidth + column;
      print(place, picture[place]);
    }
    std::printf("\n");
  }
}

int main() {
  CUDA_CHECK(cudaDeviceSynchronize());  // ends here when there is no device
  const lockstep::DeviceBuffer<int> out(kWidth * kHeight);
  // launch-begin
  const dim3 blocks(2, 2);   // 2 in x, 2 in y
  const dim3 threads(4, 2);  // 4 in x, 2 in y
  sign<<<blocks, threads>>>(out.data(), kWidth, kHeight);
  // launch-end
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> picture = out.download();
  show("block x,y", picture, print_block);
  show("thread x,y", picture, print_thread);
  show("place in memory", picture, print_place);
}
