// SPDX-License-Identifier: MIT
// caught by: case "the warps meet at no barrier while they work"
// The producer waits until a step was read before it begins the next one.

  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 8);
    }
    ptx::fence_proxy_async();
  }
  __syncthreads();
  if (group == kConsumers) {
    wgmma::give_registers<24>();
    if (threadIdx.x == 256) {
      for (int step = 0; step < steps; ++step) {
        const int at = step % kStages;
        if (step > 0)
          wait_for(empty[(step - 1) % kStages], (step - 1) / kStages);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full[at],
                                       sizeof(Slot));
        copy(slots[at], full[at], a, b, row, column, step);
      }
    }
    return;
  }
  wgmma::take_registers<240>();
  float sums[kColumns / 2] = {};
  for (int step = 0; step < steps; ++step) {
    const int at = step % kStages;
    wait_for(full[at], step / kStages);
    wgmma::fence();
    const uint64_t da = wgmma::descriptor(slots[at].a + group * 64 * kDepth);
    const uint64_t db = wgmma::descriptor(slots[at].b);
    for (int i = 0; i < 4; ++i) wgmma::multiply(sums, da + 2 * i, db + 2 * i);
    wgmma::commit();
    wgmma::wait<0>();
    if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&empty[at]);
  }
  wgmma::wait<0>();
  store(sums, c, m, n, row + group * 64, column);

