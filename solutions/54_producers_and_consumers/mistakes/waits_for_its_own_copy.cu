// SPDX-License-Identifier: MIT
// caught by: case "the warps meet at no barrier while they work"
// Right, but the producer waits for each copy before it begins the next one.

  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      ptx::mbarrier_init(&full[i], 1);                // the producer
      ptx::mbarrier_init(&empty[i], 4 * kConsumers);  // one lane per warp
    }
    ptx::fence_proxy_async();  // copies use the barriers, too
  }
  __syncthreads();  // the last barrier of the whole block
  if (group == kConsumers) {
    wgmma::give_registers<24>();
    if (threadIdx.x % 128 != 0) return;
    for (int step = 0; step < steps; ++step) {
      const int at = step % kStages, round = step / kStages;
      if (round > 0) wait_for(empty[at], round - 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[at],
                                     sizeof(Slot));
      copy(slots[at], full[at], a, b, row, column, step);
      wait_for(full[at], round);
    }
    return;
  }
  wgmma::take_registers<240>();
  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    const int at = step % kStages;
    wait_for(full[at], step / kStages);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      const __nv_bfloat16* rows = slots[at].a + group * 64 * kDepth;
      wgmma::multiply(sums, wgmma::descriptor(rows + l),
                      wgmma::descriptor(slots[at].b + l), step + l > 0);
    }
    wgmma::commit();
    wgmma::wait<1>();  // the step before is done, this one in flight
    if (step > 0 && threadIdx.x % 32 == 0) {
      ptx::mbarrier_arrive(&empty[(step - 1) % kStages]);
    }
  }
  wgmma::wait<0>();
  store(sums, c, m, n, row + group * 64, column);
