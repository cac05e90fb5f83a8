// SPDX-License-Identifier: MIT
// caught by: diagnostic misaligned
// Rows of 33 words, as lesson 13 has them: row 1 begins at byte 132, which is
// not a multiple of 16.

  const int first = blockIdx.x * kThreads;
  __shared__ __align__(16) float words[kThreads * (kColumns + 1)];
  const auto tile_row = [&](int row) {
    return reinterpret_cast<float4*>(words + row * (kColumns + 1));
  };
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    if (first + row < rows) tile_row(row)[v] = in[(first + row) * kVectors + v];
  }
  __syncthreads();
  const int r = threadIdx.x;
  if (first + r < rows) {
    float sum = 0;
    for (int v = 0; v < kVectors; ++v) sum += weighted(tile_row(r)[v], v);
    out[first + r] = sum;
  }
