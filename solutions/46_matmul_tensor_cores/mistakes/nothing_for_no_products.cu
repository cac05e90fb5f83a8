// SPDX-License-Identifier: MIT
// caught by: case "multiplies sizes that do not fit the tile"
// Without products the sums are 0, and c still holds what it held before.

  if (k == 0) return;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    wmma::fill_fragment(sum, 0.0f);  // for each tile anew
    for (int l = 0; l < k; l += kTile) {
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
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
