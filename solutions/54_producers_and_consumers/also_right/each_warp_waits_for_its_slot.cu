// SPDX-License-Identifier: MIT
// Four warps produce: each fills one slot of the ring, and waits until it is
// full.

  if (threadIdx.x == 0) {
    for (int at = 0; at < kStages; ++at) {
      ptx::mbarrier_init(&full[at], 1);
      ptx::mbarrier_init(&empty[at], 4 * kConsumers);
    }
    ptx::fence_proxy_async();
  }
  __syncthreads();
  if (group == kConsumers) {
    wgmma::give_registers<24>();
    if (threadIdx.x % 32 == 0) {
      for (int step = threadIdx.x % 128 / 32; step < steps; step += kStages) {
        const int at = step % kStages, round = step / kStages;
        if (round > 0) wait_for(empty[at], round - 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full[at],
                                       sizeof(Slot));
        copy(slots[at], full[at], a, b, row, column, step);
        wait_for(full[at], round);
      }
    }
    return;
  }
  wgmma::take_registers<240>();
  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    const int at = step % kStages;
    const Slot& slot = slots[at];
    wait_for(full[at], step / kStages);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      wgmma::multiply(sums, wgmma::descriptor(slot.a + group * 64 * kDepth + l),
                      wgmma::descriptor(slot.b + l), step > 0 || l > 0);
    }
    wgmma::commit();
    wgmma::wait<1>();
    if (step > 0 && threadIdx.x % 32 == 0) {
      ptx::mbarrier_arrive(&empty[(step - 1) % kStages]);
    }
  }
  wgmma::wait<0>();
  store(sums, c, m, n, row + group * 64, column);
