// SPDX-License-Identifier: MIT
// caught by: diagnostic wgmma-in-flight
// A warp below the last row of c leaves; a product needs all four warps.

  float sums[kColumns / 2];
  if (row + int(threadIdx.x) / 32 * 16 >= m) return;
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    wait_for(full[step % kSlots], step / kSlots);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + l),
                      wgmma::descriptor(slot.b + l), step > 0 || l > 0);
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
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
