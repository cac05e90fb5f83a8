// SPDX-License-Identifier: MIT
// caught by: case "the text comes without loads"
// Bulk copies bring the text, and then threads load it all the same.

  const auto skip = size_t(-reinterpret_cast<intptr_t>(text)) % 16;
  const size_t head = skip < size ? skip : size;
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const int pieces = int((whole + kSlotBytes - 1) / kSlotBytes);
  const auto fetch = [&](int step) {
    const size_t at =
        (size_t(blockIdx.x) + size_t(step) * gridDim.x) * kSlotBytes;
    if (at >= whole) return;
    const unsigned bytes =
        unsigned(whole - at < kSlotBytes ? whole - at : kSlotBytes);
    uint64_t* const bar = &full[step % kSlots];
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, bar, bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                       ring[step % kSlots], middle + at, bytes, bar);
  };
  if (threadIdx.x == 0) {
    for (auto& bar : full) ptx::mbarrier_init(&bar, 1);
    for (int step = 0; step < kSlots; ++step) fetch(step);
  }
  __syncthreads();
  for (int step = 0; int(blockIdx.x + step * gridDim.x) < pieces; ++step) {
    const size_t at =
        (size_t(blockIdx.x) + size_t(step) * gridDim.x) * kSlotBytes;
    const int bytes = int(min(whole - at, size_t(kSlotBytes)));
    while (!ptx::mbarrier_try_wait_parity(&full[step % kSlots],
                                          step / kSlots % 2)) {
    }
    for (int i = threadIdx.x; i < bytes; i += kThreads)
      count += middle[at + i] == mark;
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::fence_proxy_async(ptx::space_shared);
      fetch(step + kSlots);
    }
  }
