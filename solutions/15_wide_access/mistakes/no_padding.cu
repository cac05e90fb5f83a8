// SPDX-License-Identifier: MIT
// caught by: case "every shared access takes the fewest wavefronts"
// A row is 32 words, so all rows begin at bank 0: the eight lanes of a phase
// want the same four banks.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile[row][v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
