// SPDX-License-Identifier: MIT
// caught by: diagnostic proxy-fence
// The edges are cleared by ordinary stores; nothing shows these to the product.

  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
    if (step + 1 == steps && k % kDepth > 0) {  // clears a beyond column k
      for (int i = threadIdx.x; i < kRows * kDepth; i += 128) {
        const int r = i / kDepth, l = i % kDepth;
        const int at = r * kDepth + (l / 8 ^ r % 8) * 8 + l % 8;
        if (l >= k % kDepth) slot.a[at] = __float2bfloat16(0.0f);
      }
      __syncthreads();
    }
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + l),
                      wgmma::descriptor(slot.b + l), step + l > 0);
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
