// SPDX-License-Identifier: MIT
// Right as well: two products of 64 columns each.

  float low[kColumns / 4], high[kColumns / 4];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      const uint64_t rows = wgmma::descriptor(slot.a + l);
      wgmma::multiply(low, rows, wgmma::descriptor(slot.b + l), step + l > 0);
      wgmma::multiply(high, rows, wgmma::descriptor(slot.b + 64 * kDepth + l),
                      step + l > 0);
    }
    wgmma::commit();
    wgmma::wait<0>();
    __syncthreads();  // all four warps are done with the slot
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, there, a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 4; i += 2) {
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, low[i], low[i + 1]);
    if (y < m && x + 64 < n) put(c, n, y, x + 64, high[i], high[i + 1]);
  }
