// SPDX-License-Identifier: MIT
// caught by: case "the warps meet at no barrier while they work"
// Warpgroup 0 goes through k twice, for both halves of the rows; 1 has left.

  if (threadIdx.x == 0) {
    for (int at = 0; at < kStages; ++at) {
      ptx::mbarrier_init(&full[at], 1);
      ptx::mbarrier_init(&empty[at], 4);
    }
    ptx::fence_proxy_async();
  }
  __syncthreads();
  if (group == kConsumers) {
    wgmma::give_registers<24>();
    if (threadIdx.x % 128 == 0) {
      for (int step = 0; step < 2 * steps; ++step) {
        const int at = step % kStages, round = step / kStages;
        if (round > 0) wait_for(empty[at], round - 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full[at],
                                       sizeof(Slot));
        copy(slots[at], full[at], a, b, row, column, step % steps);
      }
    }
    return;
  }
  if (group == 1) return;
  for (int half = 0; half < 2; ++half) {
    float sums[kColumns / 2];
    for (int s = 0; s < steps; ++s) {
      const int step = half * steps + s;
      const int at = step % kStages;
      const Slot& slot = slots[at];
      wait_for(full[at], step / kStages);
      wgmma::fence();
      for (int l = 0; l < kDepth; l += 16) {
        wgmma::multiply(sums,
                        wgmma::descriptor(slot.a + half * 64 * kDepth + l),
                        wgmma::descriptor(slot.b + l), s > 0 || l > 0);
      }
      wgmma::commit();
      wgmma::wait<0>();
      if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&empty[at]);
    }
    store(sums, c, m, n, row + half * 64, column);
  }
