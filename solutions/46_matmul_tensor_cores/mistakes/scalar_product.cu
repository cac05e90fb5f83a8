// SPDX-License-Identifier: MIT
// caught by: case "the tensor cores do all of it"
// Right, and the tensor cores stand still.

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    for (int i = threadIdx.x; i < kTile * kTile; i += 32) c_tile[i] = 0;
    for (int l = 0; l < k; l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();
      for (int i = threadIdx.x; i < kTile * kTile; i += 32) {
        for (int j = 0; j < kTile; ++j) {
          c_tile[i] += __half2float(a_tile[i / kTile * kTile + j]) *
                       __half2float(b_tile[j * kTile + i % kTile]);
        }
      }
      __syncwarp();
    }
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
