// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// Free of conflicts for words, with 32 loads a row instead of 8.

  const int first = blockIdx.x * kThreads;
  __shared__ float tile[kThreads][kColumns + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) {
      const float4 f = in[(first + row) * kVectors + v];
      tile[row][4 * v] = f.x, tile[row][4 * v + 1] = f.y;
      tile[row][4 * v + 2] = f.z, tile[row][4 * v + 3] = f.w;
    }
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int k = 0; k < kColumns; ++k) sum += (k + 1) * tile[r][k];
    out[first + r] = sum;
  }
