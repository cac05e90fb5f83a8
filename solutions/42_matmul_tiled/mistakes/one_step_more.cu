// SPDX-License-Identifier: MIT
// caught by: case "a step has two barriers"
// Where k is a multiple of 32 a last step adds zeros.

  __shared__ float ta[kTile][kTile], tb[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  float sum = 0;
  for (int l = 0; l <= k; l += kTile) {
    ta[y][x] = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s) sum += ta[y][s] * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
