// SPDX-License-Identifier: MIT
// Right as well: a warp makes 32 x 32 results. Each fragment serves two
// products.

  __shared__ __align__(32) __half a_more[2][kTile * kTile];
  __shared__ __align__(32) __half b_more[2][kTile * kTile];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part[2];
  wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part[2];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
  const int wide = (across + 1) / 2, all = wide * ((m + 31) / 32);
  for (int tile = blockIdx.x; tile < all; tile += gridDim.x) {
    const int row = tile / wide * 32, column = tile % wide * 32;
    for (auto& two : sums) {
      for (auto& sum : two) wmma::fill_fragment(sum, 0.0f);
    }
    for (int l = 0; l < k; l += kTile) {
      for (int i = 0; i < 2; ++i) {
        fetch(a, m, k, row + 16 * i, l, a_more[i]);
        fetch(b, k, n, l, column + 16 * i, b_more[i]);
      }
      __syncwarp();
      for (int i = 0; i < 2; ++i) {
        wmma::load_matrix_sync(a_part[i], a_more[i], kTile);
        wmma::load_matrix_sync(b_part[i], b_more[i], kTile);
      }
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
          wmma::mma_sync(sums[i][j], a_part[i], b_part[j], sums[i][j]);
        }
      }
      __syncwarp();
    }
    for (int i = 0; i < 4; ++i) {
      wmma::store_matrix_sync(c_tile, sums[i / 2][i % 2], kTile,
                              wmma::mem_row_major);
      __syncwarp();
      put(c_tile, c, m, n, row + i / 2 * 16, column + i % 2 * 16);
      __syncwarp();
    }
  }
