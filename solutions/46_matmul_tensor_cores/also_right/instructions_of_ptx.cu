// SPDX-License-Identifier: MIT
// Right as well: one layer below wmma, where PTX says which lane holds what. One
// instruction makes 16 x 8 results from 8 products each.

  const int g = threadIdx.x / 4, q = threadIdx.x % 4 * 2;
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    float s[2][4] = {};
    for (int l = 0; l < k; l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();
      for (int kk = 0; kk < 16; kk += 8) {
        const unsigned a0 =
            *reinterpret_cast<const unsigned*>(&a_tile[g * 16 + kk + q]);
        const unsigned a1 =
            *reinterpret_cast<const unsigned*>(&a_tile[(g + 8) * 16 + kk + q]);
        for (int h = 0; h < 2; ++h) {
          const unsigned low =
              __half_as_ushort(b_tile[(kk + q) * 16 + h * 8 + g]);
          const unsigned high =
              __half_as_ushort(b_tile[(kk + q + 1) * 16 + h * 8 + g]);
          const unsigned b0 = low | high << 16;
          asm volatile(
              "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
              "{%4,%5}, {%6}, {%0,%1,%2,%3};"
              : "+f"(s[h][0]), "+f"(s[h][1]), "+f"(s[h][2]), "+f"(s[h][3])
              : "r"(a0), "r"(a1), "r"(b0));
        }
      }
      __syncwarp();
    }
    for (int h = 0; h < 2; ++h) {
      for (int i = 0; i < 4; ++i)
        c_tile[(g + i / 2 * 8) * 16 + h * 8 + q + i % 2] = s[h][i];
    }
    __syncwarp();
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
