// SPDX-License-Identifier: MIT
// Right as well: the slot of the step before is reloaded while the products of
// this one are in flight.

  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + l),
                      wgmma::descriptor(slot.b + l), step + l > 0);
    }
    wgmma::commit();
    wgmma::wait<1>();
    __syncthreads();
    if (threadIdx.x == 0 && step > 0 && step - 1 + kSlots < steps) {
      const int at = (step - 1) % kSlots;
      fill(slots[at], full[at], a, b, row, column, step - 1 + kSlots);
    }
  }
  wgmma::wait<0>();
  for (int i = 0; i < kColumns / 2; i += 2) {  // two neighbours in c
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
