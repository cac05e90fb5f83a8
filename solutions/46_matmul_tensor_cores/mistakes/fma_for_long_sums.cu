// SPDX-License-Identifier: MIT
// caught by: case "the tensor cores do all of it"
// What a few steps do not reach is left to fma.

  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    wmma::fill_fragment(sum, 0.0f);  // for each tile anew
    for (int l = 0; l < min(k, 128); l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();  // a fragment is read from what all lanes have stored
      wmma::load_matrix_sync(a_part, a_tile, kTile);
      wmma::load_matrix_sync(b_part, b_tile, kTile);
      wmma::mma_sync(sum, a_part, b_part, sum);
      __syncwarp();  // the next tiles replace these
    }
    wmma::store_matrix_sync(c_tile, sum, kTile, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < kTile * kTile; i += 32) {
      const int y = row + i / kTile, x = column + i % kTile;
      for (int l = 128; l < k && y < m && x < n; ++l) {
        c_tile[i] += __half2float(a[y * k + l]) * __half2float(b[l * n + x]);
      }
    }
    __syncwarp();
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
