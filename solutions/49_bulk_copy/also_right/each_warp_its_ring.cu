// SPDX-License-Identifier: MIT
// Each warp has a ring of its own, 4 slots of 512 bytes. No barrier of the
// block in the loop.

  const auto skip = size_t(-reinterpret_cast<intptr_t>(text)) % 16;
  const size_t head = skip < size ? skip : size;
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const int pieces = int((whole + kSlotBytes - 1) / kSlotBytes);
  static_cast<void>(pieces);
  constexpr int kWarps = kThreads / 32, kPart = kSlotBytes / kWarps;
  __shared__ uint64_t bars[kWarps][kSlots];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const auto at = [&](int step) {
    return (size_t(blockIdx.x) * kWarps + warp +
            size_t(step) * gridDim.x * kWarps) *
           kPart;
  };
  const auto bytes = [&](int step) {
    return int(min(whole - at(step), size_t(kPart)));
  };
  const auto fetch = [&](int step) {
    if (at(step) >= whole) return;
    uint64_t* const bar = &bars[warp][step % kSlots];
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cta, ptx::space_shared,
                            bar, bytes(step));
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global,
                       ring[step % kSlots] + warp * kPart, middle + at(step),
                       bytes(step), bar);
    ptx::mbarrier_arrive(bar);
  };
  if (lane == 0) {
    for (auto& bar : bars[warp]) ptx::mbarrier_init(&bar, 1);
    for (int step = 0; step < kSlots; ++step) fetch(step);
  }
  __syncwarp();
  for (int step = 0; at(step) < whole; ++step) {
    while (!ptx::mbarrier_try_wait_parity(&bars[warp][step % kSlots],
                                          step / kSlots % 2)) {
    }
    const char* const slot = ring[step % kSlots] + warp * kPart;
    if (16 * lane < bytes(step)) {
      for (int i = 0; i < 16; ++i) count += slot[16 * lane + i] == mark;
    }
    __syncwarp();
    if (lane == 0) {
      ptx::fence_proxy_async();
      fetch(step + kSlots);
    }
  }
