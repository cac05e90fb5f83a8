// SPDX-License-Identifier: MIT
// Two sums per value, which alternate and are added in the end.

  float sums[kColumns / 2] = {}, odd[kColumns / 2] = {};
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    wait_for(full[step % kSlots], step / kSlots);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 32) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + l),
                      wgmma::descriptor(slot.b + l));
      wgmma::multiply(odd, wgmma::descriptor(slot.a + l + 16),
                      wgmma::descriptor(slot.b + l + 16));
    }
    wgmma::commit();
    wgmma::wait<0>();
    __syncthreads();
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, full[step % kSlots], a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 2; i += 2) {
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y >= m || x >= n) continue;
    put(c, n, y, x, sums[i] + odd[i], sums[i + 1] + odd[i + 1]);
  }
