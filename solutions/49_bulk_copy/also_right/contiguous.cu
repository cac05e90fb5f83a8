// SPDX-License-Identifier: MIT
// A block takes contiguous pieces. Another block counts the tail.

  const auto skip = size_t(-reinterpret_cast<intptr_t>(text)) % 16;
  const size_t head = min(skip, size), whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) count += count_bytes(text, head, mark);
  if (blockIdx.x == gridDim.x - 1)
    count += count_bytes(middle + whole, size - head - whole, mark);
  const size_t pieces = (whole + kSlotBytes - 1) / kSlotBytes;
  const size_t first = pieces * blockIdx.x / gridDim.x;
  const int steps = int(pieces * (blockIdx.x + 1) / gridDim.x - first);
  const auto bytes = [&](int step) {
    return unsigned(
        min(whole - (first + step) * kSlotBytes, size_t(kSlotBytes)));
  };
  const auto fetch = [&](int step) {
    if (step >= steps) return;
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full[step % kSlots],
                                   bytes(step));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                       ring[step % kSlots],
                       middle + (first + step) * kSlotBytes, bytes(step),
                       &full[step % kSlots]);
  };
  if (threadIdx.x < kSlots) ptx::mbarrier_init(&full[threadIdx.x], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    for (int step = 0; step < kSlots; ++step) fetch(step);
  for (int step = 0; step < steps; ++step) {
    while (!ptx::mbarrier_try_wait_parity(&full[step % kSlots],
                                          step / kSlots & 1)) {
    }
    count += count_slot(ring[step % kSlots], bytes(step), mark);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) fetch(step + kSlots);
  }
