// SPDX-License-Identifier: MIT
// caught by: case "global memory moves whole sectors"
// Right, in two launches, each for half of the rows.

__global__ void t(const float* in, float* out, int rows, int columns,
                  int from) {
  __shared__ float tile[32][32];
  const int x = threadIdx.x, left = blockIdx.x * 32,
            top = (from + blockIdx.y) * 32;
  for (int y = threadIdx.y; y < 32; y += 8)
    if (top + y < rows && left + x < columns)
      tile[y][x ^ y] = in[(top + y) * columns + left + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 32; y += 8)
    if (left + y < columns && top + x < rows)
      out[(left + y) * rows + top + x] = tile[x][y ^ x];
}
void transpose(const float* in, float* out, int rows, int columns) {
  if (rows == 0 || columns == 0) return;
  const int down = (rows + 31) / 32, half = (down + 1) / 2;
  t<<<dim3((columns + 31) / 32, half), dim3(32, 8)>>>(in, out, rows, columns,
                                                      0);
  if (down > half)
    t<<<dim3((columns + 31) / 32, down - half), dim3(32, 8)>>>(in, out, rows,
                                                               columns, half);
  CUDA_CHECK(cudaGetLastError());
}
