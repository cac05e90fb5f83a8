// SPDX-License-Identifier: MIT
// The sums go through the slots, which nobody reads any more, to whole rows.

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
    wgmma::wait<0>();
    __syncthreads();
    if (threadIdx.x == 0 && step + kSlots < steps) {
      fill(slot, full[step % kSlots], a, b, row, column, step + kSlots);
    }
  }
  float* tile = reinterpret_cast<float*>(slots);  // 64 x 128
  for (int i = 0; i < kColumns / 2; ++i) {
    tile[wgmma::row_of(i) * kColumns + wgmma::column_of(i)] = sums[i];
  }
  __syncthreads();
  for (int y = threadIdx.x / 32; y < kRows && row + y < m; y += 4) {
    const int x = threadIdx.x % 32 * 4;
    if (column + x >= n) continue;
    *reinterpret_cast<float4*>(&c[size_t(row + y) * n + column + x]) =
        *reinterpret_cast<const float4*>(&tile[y * kColumns + x]);
  }
