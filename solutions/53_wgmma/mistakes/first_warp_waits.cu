// SPDX-License-Identifier: MIT
// caught by: case "multiplies sizes that do not fit the tile"
// The other three warps multiply whatever lies in the slot.

  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    if (threadIdx.x < 32) wait_for(full[step % kSlots], step / kSlots);
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
