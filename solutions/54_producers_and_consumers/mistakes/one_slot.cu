// SPDX-License-Identifier: MIT
// caught by: case "the warps meet at no barrier while they work"
// Right, but each step waits until the products of the one before are done.

  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full[0], 1);                // the producer
    ptx::mbarrier_init(&empty[0], 4 * kConsumers);  // one lane per warp
    ptx::fence_proxy_async();  // copies use the barriers, too
  }
  __syncthreads();  // the last barrier of the whole block
  if (group == kConsumers) {
    wgmma::give_registers<24>();
    if (threadIdx.x % 128 != 0) return;
    for (int step = 0; step < steps; ++step) {
      if (step > 0) wait_for(empty[0], step - 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[0], sizeof(Slot));
      copy(slots[0], full[0], a, b, row, column, step);
    }
    return;
  }
  wgmma::take_registers<240>();
  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    wait_for(full[0], step);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      const __nv_bfloat16* rows = slots[0].a + group * 64 * kDepth;
      wgmma::multiply(sums, wgmma::descriptor(rows + l),
                      wgmma::descriptor(slots[0].b + l), step + l > 0);
    }
    wgmma::commit();
    wgmma::wait<0>();
    if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&empty[0]);
  }
  store(sums, c, m, n, row + group * 64, column);
