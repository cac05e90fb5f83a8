// SPDX-License-Identifier: MIT
// Right as well: one flat array, and one function that knows the places.
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
  __shared__ unsigned tile[kTile * kTile];
  const auto place = [](int row, int column) {
    return row * kTile + (column ^ (kTile - 1 - row));
  };
  if (inside) tile[place(y, x)] = in[i];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; inside && k < size; ++k) {
    sum += tile[place(x, k)] * tile[place(y, k)];
  }
  // task-end
  if (inside) out[i] = sum;
}

void multiply_rows(const unsigned* in, unsigned* out, int count, int size) {
  if (count == 0 || size == 0) return;
  multiply<<<count, dim3(kTile, kTile)>>>(in, out, size);
  CUDA_CHECK(cudaGetLastError());
}
