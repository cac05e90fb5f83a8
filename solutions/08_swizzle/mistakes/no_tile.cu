// SPDX-License-Identifier: MIT
// caught by: case "the tile takes 4096 bytes"
// No shared memory, no conflict: but each value is loaded 64 times.
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
  unsigned sum = 0;
  const unsigned* const matrix = in + blockIdx.x * size * size;
  for (int k = 0; inside && k < size; ++k) {
    sum += matrix[y * size + k] * matrix[x * size + k];
  }
  // task-end
  if (inside) out[i] = sum;
}

void multiply_rows(const unsigned* in, unsigned* out, int count, int size) {
  if (count == 0 || size == 0) return;
  multiply<<<count, dim3(kTile, kTile)>>>(in, out, size);
  CUDA_CHECK(cudaGetLastError());
}
