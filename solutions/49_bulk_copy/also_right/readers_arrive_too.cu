// SPDX-License-Identifier: MIT
// Every thread arrives at the barrier of a slot; one of them also expects the
// bytes. So all arrive anew when they have read the slot of the round before.

  const size_t head = min(size, -reinterpret_cast<size_t>(text) % 16);
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const auto begin_of = [&](size_t step) {
    return min(whole, (blockIdx.x + step * gridDim.x) * kSlotBytes);
  };
  const auto bytes_of = [&](size_t step) {
    return uint32_t(min(size_t{kSlotBytes}, whole - begin_of(step)));
  };
  const auto fetch = [&](size_t step) {
    const uint32_t bytes = bytes_of(step);
    uint64_t* const bar = &full[step % kSlots];
    if (bytes == 0) return;
    if (threadIdx.x != kThreads - 1) {
      ptx::mbarrier_arrive(bar);
      return;
    }
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, bar, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                       ring[step % kSlots], middle + begin_of(step), bytes,
                       bar);
  };
  if (threadIdx.x == 0) {
    for (auto& bar : full) ptx::mbarrier_init(&bar, kThreads);
  }
  __syncthreads();
  for (int step = 0; step < kSlots; ++step) fetch(step);
  for (size_t step = 0; bytes_of(step) > 0; ++step) {
    const int slot = step % kSlots;
    while (!ptx::mbarrier_try_wait_parity(&full[slot], step / kSlots % 2)) {
    }
    count += count_slot(ring[slot], bytes_of(step), mark);
    ptx::fence_proxy_async();
    __syncthreads();
    fetch(step + kSlots);
  }
