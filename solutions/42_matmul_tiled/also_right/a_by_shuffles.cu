// SPDX-License-Identifier: MIT
// No tile of A: a warp keeps 32 values of its row, a lane one, and passes them
// on by shuffles.

  __shared__ float tb[kTile][kTile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.y * kTile + y, j = blockIdx.x * kTile + x;
  float sum = 0;
  for (int l = 0; l < k; l += kTile) {
    const float mine = i < m && l + x < k ? a[i * k + l + x] : 0;
    tb[y][x] = l + y < k && j < n ? b[(l + y) * n + j] : 0;
    __syncthreads();
    for (int s = 0; s < kTile; ++s)
      sum += __shfl_sync(0xffffffffu, mine, s) * tb[s][x];
    __syncthreads();
  }
  if (i < m && j < n) c[i * n + j] = sum;
