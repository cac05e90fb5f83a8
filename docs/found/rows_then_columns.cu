// SPDX-License-Identifier: MIT
// docs/found.md, 3: a transform of 8 x 8 values as samples of image compression
// take it. The lanes of one warp store rows and then load columns, with nothing
// between the two: on chips before Volta a warp ran in step.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kSize = 8, kTiles = 4;  // a warp has 4 tiles, 8 lanes each

/// Adds up all that came before, along one row or column of a tile.
__device__ void add_up(int* first, int step) {
  int sum = 0;
  for (int i = 0; i < kSize; ++i) {
    sum += first[i * step];
    first[i * step] = sum;
  }
}

__global__ void transform(int* tiles) {
  __shared__ int tile[kTiles][kSize][kSize];
  const int t = threadIdx.x / kSize, line = threadIdx.x % kSize;
  for (int i = 0; i < kSize; ++i) {
    tile[t][i][line] = tiles[(t * kSize + i) * kSize + line];
  }
  add_up(&tile[t][line][0], 1);
  add_up(&tile[t][0][line], kSize);
  for (int i = 0; i < kSize; ++i) {
    tiles[(t * kSize + i) * kSize + line] = tile[t][i][line];
  }
}

int main() {
  const lockstep::DeviceBuffer<int> tiles(
      std::vector<int>(kTiles * kSize * kSize, 1));
  transform<<<1, kTiles * kSize>>>(tiles.data());
  CUDA_CHECK(cudaGetLastError());
  const auto sums = tiles.download();
  int wrong = 0;
  for (int i = 0; i < kTiles * kSize * kSize; ++i) {
    const int row = i / kSize % kSize, column = i % kSize;
    wrong += sums[i] != (row + 1) * (column + 1);
  }
  std::printf("%s\n", wrong == 0 ? "all sums are right" : "sums are wrong");
}
