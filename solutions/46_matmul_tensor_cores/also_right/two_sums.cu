// SPDX-License-Identifier: MIT
// Right as well: two accumulators, for the even and the odd steps. The products
// of one need not wait for those of the other.

  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, odd;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    wmma::fill_fragment(sum, 0.0f);  // for each tile anew
    wmma::fill_fragment(odd, 0.0f);
    for (int l = 0; l < k; l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();  // a fragment is read from what all lanes have stored
      wmma::load_matrix_sync(a_part, a_tile, kTile);
      wmma::load_matrix_sync(b_part, b_tile, kTile);
      if (l / kTile % 2 == 0) {
        wmma::mma_sync(sum, a_part, b_part, sum);
      } else {
        wmma::mma_sync(odd, a_part, b_part, odd);
      }
      __syncwarp();  // the next tiles replace these
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] += odd.x[i];
    wmma::store_matrix_sync(c_tile, sum, kTile, wmma::mem_row_major);
    __syncwarp();
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
