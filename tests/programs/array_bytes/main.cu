// SPDX-License-Identifier: MIT
// The older copies of arrays, which take bytes one after the other: within a
// row, to the end of a row and on, over whole rows, and past the end.
// nvcc: -Wno-deprecated-declarations -Xcompiler=-Wno-deprecated-declarations
#include <cstdio>
#include <numeric>
#include <vector>

#include "common/cuda_check.h"

constexpr size_t kWidth = 4, kHeight = 3;

void show(const char* name, cudaArray_t array) {
  std::vector<int> texels(kWidth * kHeight);
  CUDA_CHECK(cudaMemcpy2DFromArray(texels.data(), kWidth * sizeof(int), array,
                                   0, 0, kWidth * sizeof(int), kHeight,
                                   cudaMemcpyDeviceToHost));
  std::printf("%s\n", name);
  for (size_t y = 0; y < kHeight; ++y) {
    for (size_t x = 0; x < kWidth; ++x)
      std::printf(" %3d", texels[y * kWidth + x]);
    std::printf("\n");
  }
}

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array, line;
  CUDA_CHECK(cudaMallocArray(&array, &format, kWidth, kHeight));
  CUDA_CHECK(cudaMallocArray(&line, &format, 8));
  std::vector<int> values(kWidth * kHeight);
  std::iota(values.begin(), values.end(), 1);
  const auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
  const size_t one = sizeof(int);

  CUDA_CHECK(cudaMemcpyToArray(array, 0, 0, values.data(), 12 * one, up));
  show("all rows", array);
  const int part[] = {70, 71, 72, 73, 74, 75, 76, 77};
  CUDA_CHECK(cudaMemcpyToArray(array, one, 0, part, 2 * one, up));
  show("within a row", array);
  CUDA_CHECK(cudaMemcpyToArrayAsync(array, 3 * one, 0, part, 6 * one, up));
  CUDA_CHECK(cudaDeviceSynchronize());
  show("from the end of one row to the begin of the third", array);

  std::vector<int> back(7, -1);
  CUDA_CHECK(
      cudaMemcpyFromArray(back.data(), array, 2 * one, 1, 6 * one, down));
  std::printf("back:");
  for (const int value : back) std::printf(" %d", value);
  CUDA_CHECK(cudaMemcpyFromArrayAsync(back.data(), array, 0, 0, 5 * one, down));
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("\nback:");
  for (const int value : back) std::printf(" %d", value);
  CUDA_CHECK(cudaMemcpyToArray(line, 2 * one, 0, part, 6 * one, up));
  CUDA_CHECK(cudaMemcpyFromArray(back.data(), line, 5 * one, 0, 3 * one, down));
  std::printf("\nof one row: %d %d %d\n", back[0], back[1], back[2]);

  std::printf(
      "past the end: %s, %s\n",
      cudaGetErrorName(cudaMemcpyToArray(array, one, 1, part, 8 * one, up)),
      cudaGetErrorName(
          cudaMemcpyFromArray(back.data(), line, 6 * one, 0, 3 * one, down)));
  show("the pieces that fit", array);
  CUDA_CHECK(cudaFreeArray(array));
  CUDA_CHECK(cudaFreeArray(line));
}
