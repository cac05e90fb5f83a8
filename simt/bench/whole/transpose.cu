// SPDX-License-Identifier: MIT
// A transpose of 4096 x 4096 floats through a padded tile.
#include "check.h"

constexpr int kSide = 4096, kTile = 32, kRows = 8;

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x,
      y = blockIdx.y * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    tile[threadIdx.y + j][threadIdx.x] = in[size_t(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int j = 0; j < kTile; j += kRows)
    out[size_t(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main() {
  std::vector<float> in(size_t(kSide) * kSide);
  for (size_t i = 0; i < in.size(); ++i) in[i] = float(mixed(unsigned(i)) >> 8);
  float* const from = on_device(in);
  float* to = nullptr;
  CHECK(cudaMalloc(&to, in.size() * sizeof(float)));
  transpose<<<dim3(kSide / kTile, kSide / kTile), dim3(kTile, kRows)>>>(
      from, to, kSide);
  CHECK(cudaGetLastError());
  const std::vector<float> out = from_device(to, in.size());
  bool right = true;
  for (size_t y = 0; y < kSide; ++y)
    for (size_t x = 0; x < kSide; ++x)
      right = right && out[x * kSide + y] == in[y * kSide + x];
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return verdict(right);
}
