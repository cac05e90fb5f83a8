// SPDX-License-Identifier: MIT
// Two copies fill a slot; the barrier expects the bytes of both. It expects
// them first, and the arrival comes after the copies.

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
    char* const to = ring[step % kSlots];
    const char* const from = middle + begin_of(step);
    const uint32_t first = bytes / 32 * 16;
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared,
                            bar, bytes);
    if (first > 0) {
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, first,
                         bar);
    }
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to + first,
                       from + first, bytes - first, bar);
    ptx::mbarrier_arrive(bar);
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
    while (!ptx::mbarrier_try_wait_parity(&full[slot], step / kSlots % 2)) {
    }
    count += count_slot(ring[slot], bytes_of(step), mark);
    __syncthreads();  // all have read the slot
    if (threadIdx.x == 0) {
      ptx::fence_proxy_async(ptx::space_shared);
      fetch(step + kSlots);
    }
  }
