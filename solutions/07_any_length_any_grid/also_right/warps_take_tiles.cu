// SPDX-License-Identifier: MIT
// Right as well: counted in tiles of 32 values, one tile per warp and round.

  const int warps_per_block = (blockDim.x + 31) / 32, lane = threadIdx.x % 32;
  const int lanes = min(32, int(blockDim.x) - int(threadIdx.x) / 32 * 32);
  const int warps = gridDim.x * warps_per_block;
  const int warp = blockIdx.x * warps_per_block + threadIdx.x / 32;
  for (long long tile = warp; first + 32 * tile < last; tile += warps) {
    // The last warp of a block may have fewer than 32 lanes.
    for (int k = lane; k < 32; k += lanes) {
      const long long i = first + 32 * tile + k;
      if (i < last) y[i] = a * x[i] + y[i];
    }
  }
