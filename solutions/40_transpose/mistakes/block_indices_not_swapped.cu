// SPDX-License-Identifier: MIT
// caught by: case "transposes sizes that do not fit the tile"
// The tile is transposed, but written to the place where it came from.

constexpr int kTile = 32, kRowsAtOnce = 8;

__global__ void transpose_swizzled(const float* in,  // rows x columns
                                   float* out,       // columns x rows
                                   int rows, int columns) {
  __shared__ float tile[kTile][kTile];
  const int x = threadIdx.x;
  const int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  const int to_left = top, to_top = left;
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    if (top + y < rows && left + x < columns) {
      tile[y][x ^ y] = in[(top + y) * columns + left + x];
    }
  }
  __syncthreads();
  for (int y = threadIdx.y; y < kTile; y += kRowsAtOnce) {
    if (to_left + y < columns && to_top + x < rows) {
      out[(to_left + y) * rows + to_top + x] = tile[x][y ^ x];
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
