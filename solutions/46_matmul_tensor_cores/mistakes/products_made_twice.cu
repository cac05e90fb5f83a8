// SPDX-License-Identifier: MIT
// caught by: case "the tensor cores do all of it"
// Matrix instructions make every product, and so does each lane: the check must
// see those as well.

  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    wmma::fill_fragment(sum, 0.0f);
    float s8[8] = {};
    for (int l = 0; l < k; l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();
      wmma::load_matrix_sync(fa, a_tile, kTile);
      wmma::load_matrix_sync(fb, b_tile, kTile);
      wmma::mma_sync(sum, fa, fb, sum);
      for (int e = 0; e < 8; ++e) {
        const int i = threadIdx.x + 32 * e;
        for (int z = 0; z < 16; ++z)
          s8[e] +=
              float(__half(a_tile[i / 16 * 16 + z]) * b_tile[z * 16 + i % 16]);
      }
      __syncwarp();
    }
    if (threadIdx.x > 64) sum.x[0] = s8[0];
    wmma::store_matrix_sync(c_tile, sum, kTile, wmma::mem_row_major);
    __syncwarp();
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
