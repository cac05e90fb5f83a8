// SPDX-License-Identifier: MIT
// caught by: case "the warpgroup reads its tiles where they lie"
// The last values of k, fewer than 16, are multiplied by the threads.

  float sums[kColumns / 2] = {};
  for (int step = 0; step < steps; ++step) {
    Slot& slot = slots[step % kSlots];
    uint64_t& there = full[step % kSlots];
    wait_for(there, step / kSlots);
    wgmma::fence();
    const int left = min(k - step * kDepth, kDepth);
    for (int l = 0; l + 16 <= left; l += 16) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + l),
                      wgmma::descriptor(slot.b + l));
    }
    wgmma::commit();
    wgmma::wait<0>();
    const auto value = [](const __nv_bfloat16* tile, int r, int l) {
      return __bfloat162float(tile[r * kDepth + (l / 8 ^ r % 8) * 8 + l % 8]);
    };
    for (int l = left / 16 * 16; l < left; ++l) {
      for (int i = 0; i < kColumns / 2; ++i) {
        sums[i] += value(slot.a, wgmma::row_of(i), l) *
                   value(slot.b, wgmma::column_of(i), l);
      }
    }
    ptx::fence_proxy_async(ptx::space_shared);  // these were loads
    __syncthreads();  // all four warps are done with the slot
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, there, a, b, row, column, step + kSlots);
    }
  }
  for (int i = 0; i < kColumns / 2; i += 2) {  // two neighbours in c
    const int y = row + wgmma::row_of(i), x = column + wgmma::column_of(i);
    if (y < m && x < n) put(c, n, y, x, sums[i], sums[i + 1]);
  }
