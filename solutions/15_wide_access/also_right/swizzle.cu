// SPDX-License-Identifier: MIT
// Right as well: no padding; vector v of row r lies in place v ^ (r % 8), so
// eight rows of a phase have eight different keys.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows)
      tile[row][v ^ row % 8] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v ^ r % 8], v);
    out[first + r] = sum;
  }
