// SPDX-License-Identifier: MIT
// Right as well: each warp copies and adds up its own 32 rows, and waits for
// itself only. Rows of 11 vectors: any odd number is free of conflicts.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads / 32][32][kVectors + 3];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int top = first + 32 * warp;
  for (int k = 0; k < kVectors; ++k) {
    const int row = 4 * k + lane / 8, v = lane % 8;
    if (top + row < rows) tile[warp][row][v] = in[(top + row) * kVectors + v];
  }
  __syncwarp();
  if (top + lane >= rows) return;
  float sum = 0;
  for (int v = 0; v < kVectors; ++v) {
    sum += weighted(tile[warp][lane][v], v);
  }
  out[top + lane] = sum;
