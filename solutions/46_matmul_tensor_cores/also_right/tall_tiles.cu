// SPDX-License-Identifier: MIT
// Right as well: tiles of 32 x 8 results, another shape that wmma has.

  __shared__ __align__(32) __half a_more[32 * 16];
  wmma::fragment<wmma::matrix_a, 32, 8, 16, __half, wmma::row_major> a_part;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, __half, wmma::row_major> b_part;
  wmma::fragment<wmma::accumulator, 32, 8, 16, float> sum;
  const int wide = (n + 7) / 8, all = wide * ((m + 31) / 32);
  for (int tile = blockIdx.x; tile < all; tile += gridDim.x) {
    const int row = tile / wide * 32, column = tile % wide * 8;
    wmma::fill_fragment(sum, 0.0f);
    for (int l = 0; l < k; l += 16) {
      for (int i = threadIdx.x; i < 512; i += 32) {
        const int r = row + i / 16, q = l + i % 16;
        a_more[i] = r < m && q < k ? a[r * k + q] : __half(0.0f);
      }
      for (int i = threadIdx.x; i < 128; i += 32) {
        const int r = l + i / 8, q = column + i % 8;
        b_tile[i] = r < k && q < n ? b[r * n + q] : __half(0.0f);
      }
      __syncwarp();
      wmma::load_matrix_sync(a_part, a_more, 16);
      wmma::load_matrix_sync(b_part, b_tile, 8);
      wmma::mma_sync(sum, a_part, b_part, sum);
      __syncwarp();
    }
    wmma::store_matrix_sync(c_tile, sum, 8, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x; i < 256; i += 32) {
      const int r = row + i / 8, q = column + i % 8;
      if (r < m && q < n) c[r * n + q] = c_tile[i];
    }
    __syncwarp();
  }
