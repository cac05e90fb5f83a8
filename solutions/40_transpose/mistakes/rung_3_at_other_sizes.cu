// SPDX-License-Identifier: MIT
// caught by: case "a thread moves at least four values"
// No edges in the new rung: every other size goes to rung 3.

constexpr int kTile = 32, kStep = 8;
__global__ void whole_tiles(const float* in, float* out, int rows,
                            int columns) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x, left = blockIdx.x * kTile,
            top = blockIdx.y * kTile;
  float value[4];
  for (int k = 0; k < 4; ++k)
    value[k] = in[(top + threadIdx.y + 8 * k) * columns + left + x];
  for (int k = 0; k < 4; ++k)
    tile[threadIdx.y + 8 * k][x ^ (threadIdx.y + 8 * k)] = value[k];
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kStep)
    out[(left + y) * rows + top + x] = tile[x][y ^ x];
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows % 64 || columns % 64 || rows == 0 || columns == 0) {
    rungs::transpose_padded(in, out, rows, columns);
    return;
  }
  whole_tiles<<<dim3(columns / kTile, rows / kTile), dim3(kTile, kStep)>>>(
      in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
