// SPDX-License-Identifier: MIT
// caught by: case "the warps meet at no barrier while they work"
// Right, in the way of lesson 53: all threads wait for each other in each step.

  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) ptx::mbarrier_init(&full[i], 1);
    ptx::fence_proxy_async();  // copies use the barriers, too
  }
  __syncthreads();
  const auto fill = [&](int step) {
    if (threadIdx.x != 0 || step >= steps) return;
    const int at = step % kStages;
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full[at], sizeof(Slot));
    copy(slots[at], full[at], a, b, row, column, step);
  };
  for (int step = 0; step < kStages; ++step) fill(step);
  float sums[kColumns / 2];
  for (int step = 0; step < steps; ++step) {
    const int at = step % kStages;
    if (group < kConsumers) {
      wait_for(full[at], step / kStages);
      wgmma::fence();
      for (int l = 0; l < kDepth; l += 16) {
        const __nv_bfloat16* rows = slots[at].a + group * 64 * kDepth;
        wgmma::multiply(sums, wgmma::descriptor(rows + l),
                        wgmma::descriptor(slots[at].b + l), step + l > 0);
      }
      wgmma::commit();
      wgmma::wait<0>();
    }
    __syncthreads();
    fill(step + kStages);
  }
  if (group < kConsumers) store(sums, c, m, n, row + group * 64, column);
