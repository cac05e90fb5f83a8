// SPDX-License-Identifier: MIT
// caught by: case "no word of shared memory stays unused"
// The tile has no padding, but beside it lies one that nobody uses but to fool
// the compiler.

constexpr int kTile = 32, kRowsAtOnce = 8;

__global__ void transpose_swizzled(const float* in,  // rows x columns
                                   float* out,       // columns x rows
                                   int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  __shared__ float spare[kTile];
  if (rows < 0) spare[threadIdx.x] = 1;
  const int x = threadIdx.x;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    if (top + y < rows && left + x < columns) {
      tile[y][x ^ y] = in[(top + y) * columns + left + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    if (left + y < columns && top + x < rows) {
      out[(left + y) * rows + top + x] = rows < 0 ? spare[x] : tile[x][y ^ x];
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
