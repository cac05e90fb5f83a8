// SPDX-License-Identifier: MIT
// caught by: diagnostic bulk-unwaited
// The block meets after the copies began, but nobody waits for their bytes.

  // A copy begins at a multiple of 16 bytes and moves a multiple of them.
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
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, bar, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                       ring[step % kSlots], middle + begin_of(step), bytes,
                       bar);
  };
  if (threadIdx.x == 0) {
    for (auto& bar : full) ptx::mbarrier_init(&bar, 1);
  }
  __syncthreads();  // nobody waits at a barrier that is not there yet
  if (threadIdx.x == 0) {
    for (int step = 0; step < kSlots; ++step) fetch(step);
  }
  for (size_t step = 0; bytes_of(step) > 0; ++step) {
    const int slot = step % kSlots;
    __syncthreads();
    count += count_slot(ring[slot], bytes_of(step), mark);
    __syncthreads();  // all have read the slot
    if (threadIdx.x == 0) {
      ptx::fence_proxy_async(ptx::space_shared);
      fetch(step + kSlots);
    }
  }
