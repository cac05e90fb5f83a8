// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// float2 halves the loads; float4 takes a quarter.

  const int first = blockIdx.x * kThreads;
  __shared__ float2 tile[kThreads][2 * kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) {
      const float4 f = in[(first + row) * kVectors + v];
      tile[row][2 * v] = make_float2(f.x, f.y);
      tile[row][2 * v + 1] = make_float2(f.z, f.w);
    }
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) {
      const float2 a = tile[r][2 * v], b = tile[r][2 * v + 1];
      sum += weighted(make_float4(a.x, a.y, b.x, b.y), v);
    }
    out[first + r] = sum;
  }
