// SPDX-License-Identifier: MIT
// What a filter of 5 x 5 wants from memory. A block of 8 x 8 values also loads
// a border of two values on each side. Then threads that compute 1, 4 or 16
// values of a column: how often do they load from shared memory?
#include <cstdio>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

constexpr int kSize = 5, kReach = kSize / 2;
constexpr int kHigh = 12, kAcross = 24,
              kBlock = 8;  // the image; a block's part

/// Adds up what the block loads: its own 8 x 8 values, and their border.
__global__ void load_tile(const int* image, int top, int left, int* sums) {
  constexpr int kWide = kBlock + 2 * kReach;
  const int* const corner = image + top * kAcross + left;
  for (int i = threadIdx.x; i < kBlock * kBlock; i += blockDim.x) {
    const int one = corner[i / kBlock * kAcross + i % kBlock];  // its own
    atomicAdd(&sums[0], one);
  }
  for (int i = threadIdx.x; i < kWide * kWide; i += blockDim.x) {
    const int y = i / kWide - kReach, x = i % kWide - kReach;
    if (y >= 0 && y < kBlock && x >= 0 && x < kBlock) continue;
    const int one = corner[y * kAcross + x];  // the border
    atomicAdd(&sums[1], one);
  }
}

/// A warp computes 32 columns of kColumn sums: 5 x 5 ones of a tile of ones.
template <int kColumn>
__global__ void add_columns(float* out) {
  constexpr int kRows = kColumn + kSize - 1;
  __shared__ float tile[kRows][32 + kSize - 1];
  for (auto& row : tile) {
    for (int x = threadIdx.x; x < 32 + kSize - 1; x += 32) row[x] = 1;
  }
  __syncthreads();
  float sums[kColumn] = {};
#pragma unroll
  for (int j = 0; j < kSize; ++j) {
    float column[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) column[r] = tile[r][threadIdx.x + j];
#pragma unroll
    for (int i = 0; i < kSize; ++i) {
#pragma unroll
      for (int s = 0; s < kColumn; ++s) sums[s] += 1.0f * column[s + i];
    }
  }
  for (int s = 0; s < kColumn; ++s) out[s * 32 + threadIdx.x] = sums[s];
}

template <int kColumn>
void show() {
  const lockstep::DeviceBuffer<float> out(32 * kColumn);
  const lockstep::Recording recording;
  add_columns<kColumn><<<1, 32>>>(out.data());
  CUDA_CHECK(cudaGetLastError());
  const float sum = out.download()[0];
  const int products = kColumn * kSize * kSize;
  std::printf("%2d per thread, each %g", kColumn, sum);
  if (lockstep::counters_available()) {
    const int loads = int(recording.total().shared_load.requests);
    std::printf(": %3d products, %3d loads, %.2f per product", products, loads,
                double(loads) / products);
  }
  std::printf("\n");
}

int main() {
  const lockstep::DeviceBuffer<int> image(std::vector<int>(kHigh * kAcross, 1));
  const lockstep::DeviceBuffer<int> sums(std::vector<int>(2));
  load_tile<<<1, 32>>>(image.data(), 2, 8, sums.data());
  CUDA_CHECK(cudaGetLastError());
  const std::vector<int> loaded = sums.download();
  std::printf("a block of 8 x 8: %d values of its own, %d of the border\n\n",
              loaded[0], loaded[1]);
  std::printf("columns of sums for a filter of 5 x 5, all values 1\n");
  show<1>();
  show<4>();
  show<16>();
}
