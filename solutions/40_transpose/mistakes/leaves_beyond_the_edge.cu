// SPDX-License-Identifier: MIT
// caught by: case "transposes sizes that do not fit the tile"
// A thread beyond the last column leaves, though it has a column of out to
// store.

__global__ void t(const float* in, float* out, int rows, int columns) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
  if (left + x >= columns) return;
  for (int y = threadIdx.y; y < 32; y += 8)
    if (top + y < rows) tile[y][x ^ y] = in[(top + y) * columns + left + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8)
    if (left + y < columns && top + x < rows)
      out[(left + y) * rows + top + x] = tile[x][y ^ x];
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  t<<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows,
                                                                  columns);
  CUDA_CHECK(cudaGetLastError());
}
