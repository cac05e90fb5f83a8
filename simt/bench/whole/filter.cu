// SPDX-License-Identifier: MIT
// A picture of 1920 x 1080 pixels with three colours, blurred by 5 x 5 weights.
#include <algorithm>

#include "check.h"

constexpr int kWidth = 1920, kHeight = 1080, kColours = 3, kReach = 2;
constexpr int kTile = 16, kApron = kTile + 2 * kReach;

__constant__ float weights[5][5];

__device__ __host__ int inside(int i, int n) {
  return i < 0 ? 0 : i < n ? i : n - 1;
}

__global__ void blur(const unsigned char* in, unsigned char* out, int width,
                     int height) {
  __shared__ float tile[kApron][kApron];
  const int left = blockIdx.x * kTile - kReach,
            top = blockIdx.y * kTile - kReach;
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  for (int colour = 0; colour < kColours; ++colour) {
    for (int i = threadIdx.y * kTile + threadIdx.x; i < kApron * kApron;
         i += kTile * kTile) {
      const int from_x = inside(left + i % kApron, width);
      const int from_y = inside(top + i / kApron, height);
      tile[i / kApron][i % kApron] =
          in[(from_y * width + from_x) * kColours + colour];
    }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 5; ++i)
        sum += weights[j][i] * tile[threadIdx.y + j][threadIdx.x + i];
    if (x < width && y < height)
      out[(y * width + x) * kColours + colour] = (unsigned char)(sum + 0.5f);
    __syncthreads();
  }
}

int main() {
  const float row[5] = {1, 4, 6, 4, 1};
  float all[5][5];
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i) all[j][i] = row[j] * row[i] / 256;
  CHECK(cudaMemcpyToSymbol(weights, all, sizeof all));
  std::vector<unsigned char> in(size_t(kWidth) * kHeight * kColours);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = (unsigned char)(mixed(unsigned(i)));
  unsigned char* const from = on_device(in);
  unsigned char* to = nullptr;
  CHECK(cudaMalloc(&to, in.size()));
  const dim3 grid((kWidth + kTile - 1) / kTile, (kHeight + kTile - 1) / kTile);
  blur<<<grid, dim3(kTile, kTile)>>>(from, to, kWidth, kHeight);
  CHECK(cudaGetLastError());
  const std::vector<unsigned char> out = from_device(to, in.size());
  bool right = true;
  for (int p = 0; p < kWidth * kHeight; p += 997) {
    float sum = 0;
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 5; ++i)
        sum += all[j][i] * in[(inside(p / kWidth + j - 2, kHeight) * kWidth +
                               inside(p % kWidth + i - 2, kWidth)) *
                              kColours];
    right = right && std::abs(out[size_t(p) * kColours] - int(sum + 0.5f)) <= 1;
  }
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return verdict(right);
}
