// SPDX-License-Identifier: MIT
// Right as well: behind the barrier all warps have issued their products, and the
// wait of one warp is for the group of its warpgroup.

  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    wait_for(full[step % kSlots], step / kSlots);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + l),
                      wgmma::descriptor(slot.b + l), step > 0 || l > 0);
    }
    wgmma::commit();
    __syncthreads();
    wgmma::wait<0>();
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, full[step % kSlots], a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 2; i += 2) {
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
