// SPDX-License-Identifier: MIT
// Each consumer multiplies all rows of a by half of the columns.

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
    if (threadIdx.x % 128 == 0) {
      for (int step = 0; step < steps; ++step) {
        const int at = step % kStages, round = step / kStages;
        if (round > 0) wait_for(empty[at], round - 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                       ptx::space_shared, &full[at],
                                       sizeof(Slot));
        copy(slots[at], full[at], a, b, row, column, step);
      }
    }
    return;
  }
  wgmma::take_registers<240>();
  float top[64], bottom[64];
  for (int step = 0; step < steps; ++step) {
    const int at = step % kStages;
    const Slot& slot = slots[at];
    wait_for(full[at], step / kStages);
    wgmma::fence();
    for (int l = 0; l < kDepth; l += 16) {
      const uint64_t ours =
          wgmma::descriptor(slot.b + group * 128 * kDepth + l);
      const bool add = step > 0 || l > 0;
      wgmma::multiply(top, wgmma::descriptor(slot.a + l), ours, add);
      wgmma::multiply(bottom, wgmma::descriptor(slot.a + 64 * kDepth + l), ours,
                      add);
    }
    wgmma::commit();
    wgmma::wait<1>();
    if (step > 0 && threadIdx.x % 32 == 0) {
      ptx::mbarrier_arrive(&empty[(step - 1) % kStages]);
    }
  }
  wgmma::wait<0>();
  const auto keep = [&](const float(&sums)[64], int below) {
    for (int i = 0; i < 64; i += 2) {
      const int y = row + below + wgmma::row_of(i);
      const int x = column + group * 128 + wgmma::column_of(i);
      if (y >= m || x >= n) continue;
      float* const to = &c[size_t(y) * n + x];
      *reinterpret_cast<float2*>(to) = {sums[i], sums[i + 1]};
    }
  };
  keep(top, 0);
  keep(bottom, 64);
