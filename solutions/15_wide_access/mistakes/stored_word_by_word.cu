// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// Only the loads are wide. Each vector is stored by four instructions.

  const int first = blockIdx.x * kThreads;
  __shared__ float4 tile[kThreads][kVectors + 1];
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row >= rows) break;
    const float4 f = in[(first + row) * kVectors + v];
    volatile float* const words = reinterpret_cast<float*>(&tile[row][v]);
    words[0] = f.x, words[1] = f.y, words[2] = f.z, words[3] = f.w;
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile[r][v], v);
    out[first + r] = sum;
  }
