// SPDX-License-Identifier: MIT
// caught by: case "the warpgroup reads its tiles where they lie"
// The instructions of lesson 46: each warp loads all of b's tile for itself.

  float sums[kColumns / 2] = {};
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  // Four matrices of 8 x 8; piece p of a row lies where the swizzle put it.
  const auto load = [](uint32_t(&to)[4], const __nv_bfloat16* tile, int r,
                       int p) {
    const auto* from = tile + r * kDepth + (p ^ r % 8) * 8;
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
        : "r"(uint32_t(__cvta_generic_to_shared(from)))
        : "memory");
  };
  const auto add = [](float* d, const uint32_t(&x)[4], uint32_t y, uint32_t z) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y), "r"(z));
  };
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
#pragma unroll
    for (int p = 0; p < kDepth / 8; p += 2) {
      uint32_t x[4], y[4];
      load(x, slot.a, warp * 16 + lane % 16, p + lane / 16);
#pragma unroll
      for (int j = 0; j < kColumns; j += 16) {
        load(y, slot.b, j + lane % 8 + lane / 16 * 8, p + lane / 8 % 2);
        add(sums + j / 2, x, y[0], y[1]);
        add(sums + j / 2 + 4, x, y[2], y[3]);
      }
    }
    ptx::fence_proxy_async(ptx::space_shared);  // these were loads
    __syncthreads();
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, there, a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 2; i += 2) {
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
