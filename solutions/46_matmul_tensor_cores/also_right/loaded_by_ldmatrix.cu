// SPDX-License-Identifier: MIT
// ldmatrix brings the tiles to registers, the one of b transposed, for
// mma.sync.

  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const int row = tile / across * kTile, column = tile % across * kTile;
    const int lane = threadIdx.x;
    float d[2][4] = {};
    for (int l = 0; l < k; l += kTile) {
      fetch(a, m, k, row, l, a_tile);
      fetch(b, k, n, l, column, b_tile);
      __syncwarp();
      unsigned fa[4], fb[4];
      const unsigned pa = (unsigned)__cvta_generic_to_shared(
          a_tile + lane % 16 * 16 + lane / 16 * 8);
      const unsigned pb = (unsigned)__cvta_generic_to_shared(
          b_tile + lane % 16 * 16 + lane / 16 * 8);
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
          : "=r"(fa[0]), "=r"(fa[1]), "=r"(fa[2]), "=r"(fa[3])
          : "r"(pa)
          : "memory");
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
          : "=r"(fb[0]), "=r"(fb[1]), "=r"(fb[2]), "=r"(fb[3])
          : "r"(pb)
          : "memory");
      for (int h = 0; h < 2; ++h) {
        for (int z = 0; z < 2; ++z)
          asm volatile(
              "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, "
              "{%4,%5}, {%6}, {%0,%1,%2,%3};"
              : "+f"(d[h][0]), "+f"(d[h][1]), "+f"(d[h][2]), "+f"(d[h][3])
              : "r"(fa[2 * z]), "r"(fa[2 * z + 1]), "r"(fb[2 * h + z]));
      }
      __syncwarp();
    }
    for (int h = 0; h < 2; ++h)
      for (int e = 0; e < 4; ++e)
        c_tile[(lane / 4 + e / 2 * 8) * 16 + h * 8 + lane % 4 * 2 + e % 2] =
            d[h][e];
    __syncwarp();
    put(c_tile, c, m, n, row, column);
    __syncwarp();
  }
