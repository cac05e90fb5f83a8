// SPDX-License-Identifier: MIT
// Right as well: the descriptor put together bit by bit.

  const auto describe = [](const void* tile) {
    const uint64_t start = __cvta_generic_to_shared(tile) & 0x3ffff;
    return start >> 4 | uint64_t{1024 >> 4} << 32 | uint64_t{1} << 62;
  };
  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply(sums, describe(slot.a + l), describe(slot.b + l),
                      step + l > 0);
    }
    wgmma::commit();
    wgmma::wait<0>();
    __syncthreads();  // all four warps are done with the slot
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, there, a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 2; i += 2) {  // two neighbours in c
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
