// SPDX-License-Identifier: MIT
// caught by: case "keeps an infinity and a NaN in their rows"
// Adds 0 times another row: nothing, unless it holds an infinity.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    sum += 0 * tile[r == 0 ? 0 : r - 1][1].y;
    out[first + r] = sum;
  }
