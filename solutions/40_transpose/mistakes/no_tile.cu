// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// No tile: four values per thread, but every store touches 32 sectors.

constexpr int kTile = 32, kRowsAtOnce = 8;

__global__ void transpose_swizzled(const float* in,  // rows x columns
                                   float* out,       // columns x rows
                                   int rows, int columns) {
  const int x = threadIdx.x;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    if (top + y < rows && left + x < columns) {
      out[(left + x) * rows + top + y] = in[(top + y) * columns + left + x];
    }
  }
}

void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
  const dim3 block(kTile, kRowsAtOnce);
  transpose_swizzled<<<grid, block>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
