// SPDX-License-Identifier: MIT
// Right as well: a comes from registers, 16 rows for each warp; b stays in
// shared memory.

  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
    uint32_t rows[kDepth / 16][4];
    for (int l = 0; l < kDepth; l += 16) {
      const int r = threadIdx.x / 32 * 16 + threadIdx.x % 16;
      const int p = l / 8 + threadIdx.x % 32 / 16;  // piece of 16 bytes
      const auto* from = slot.a + r * kDepth + (p ^ r % 8) * 8;
      uint32_t(&to)[4] = rows[l / 16];
      asm volatile(
          "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
          : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
          : "r"(uint32_t(__cvta_generic_to_shared(from)))
          : "memory");
    }
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply<false>(sums, rows[l / 16], wgmma::descriptor(slot.b + l),
                             step + l > 0);
    }
    wgmma::commit();
    wgmma::wait<0>();
    ptx::fence_proxy_async(ptx::space_shared);  // a was loaded
    __syncthreads();  // all four warps are done with the slot
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, there, a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 2; i += 2) {  // two neighbours in c
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
