// SPDX-License-Identifier: MIT
// Right as well: a tile of 32 rows of 128 values, and 16 values for each thread.

// A block of 256 threads moves 32 rows of 128 values, 16 for each thread.
constexpr int kRows = 32, kColumns = 128, kThreads = 256;
__global__ void transpose_wide(const float* in, float* out, int rows,
                               int columns) {
  __shared__ float tile[kRows][kColumns];
  const int top = blockIdx.x * kRows, left = blockIdx.y * kColumns;
  const int x = threadIdx.x % kColumns, y = threadIdx.x / kColumns;
  float value[16];
  for (int k = 0; k < 16; ++k) {
    const int r = top + y + 2 * k, c = left + x;
    if (r < rows && c < columns) value[k] = in[r * columns + c];
  }
  for (int k = 0; k < 16; ++k) tile[y + 2 * k][x ^ (y + 2 * k)] = value[k];
  __syncthreads();
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int k = 0; k < 16; ++k) {
    const int at = warp + 8 * k, r = top + lane, c = left + at;
    if (r < rows && c < columns) out[c * rows + r] = tile[lane][at ^ lane];
  }
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const dim3 grid((rows + kRows - 1) / kRows,
                  (columns + kColumns - 1) / kColumns);
  transpose_wide<<<grid, kThreads>>>(in, out, rows, columns);
  CUDA_CHECK(cudaGetLastError());
}
