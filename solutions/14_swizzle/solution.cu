// SPDX-License-Identifier: MIT
// Products of all pairs of rows: out[y][x] = sum of in[y][k] * in[x][k]. A
// block of 32 x 32 threads keeps one matrix in a shared tile; thread (x, y)
// makes out[y][x]. A warp has one y and every x from 0 to 31.
#include "common/cuda_check.h"
#include "lesson.h"

constexpr int kTile = 32;

__global__ void multiply(const unsigned* in,  // count x size x size
                         unsigned* out,       // count x size x size
                         int size) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = (blockIdx.x * size + y) * size + x;
  const bool inside = x < size && y < size;
  // task-begin
  // Element (row, column) lies in place column ^ row of its row. For one row
  // this only reorders 32 places; for one column the rows 0 to 31 give 32
  // different places, so 32 banks. Everybody who touches the tile must do it.
  __shared__ unsigned tile[kTile][kTile];
  if (inside) tile[y][x ^ y] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[y][k ^ y] * tile[x][k ^ x];
  }
  // task-end
  if (inside) out[i] = sum;
}

void multiply_rows(const unsigned* in, unsigned* out, int count, int size) {
  if (count == 0 || size == 0) return;
  multiply<<<count, dim3(kTile, kTile)>>>(in, out, size);
  CUDA_CHECK(cudaGetLastError());
}
