// SPDX-License-Identifier: MIT
// The last warp copies and counts nothing; a second mbarrier per slot says that
// it was read. The seven other warps count.

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
  __shared__ uint64_t empty[kSlots];
  if (threadIdx.x == 0) {
    for (auto& bar : full) ptx::mbarrier_init(&bar, 1);
    for (auto& bar : empty) ptx::mbarrier_init(&bar, kThreads - 32);
  }
  __syncthreads();
  const int steps = int(blockIdx.x) < pieces
                        ? (pieces - 1 - int(blockIdx.x)) / int(gridDim.x) + 1
                        : 0;
  if (threadIdx.x >= kThreads - 32) {
    if (threadIdx.x % 32 == 0) {
      for (int step = 0; step < steps; ++step) {
        while (!ptx::mbarrier_try_wait_parity(&empty[step % kSlots],
                                              step / kSlots % 2 ^ 1)) {
        }
        ptx::fence_proxy_async();
        fetch(step);
      }
    }
    __syncwarp();
  } else {
    for (int step = 0; step < steps; ++step) {
      const size_t at =
          (size_t(blockIdx.x) + size_t(step) * gridDim.x) * kSlotBytes;
      const int bytes = int(min(whole - at, size_t(kSlotBytes)));
      while (!ptx::mbarrier_try_wait_parity(&full[step % kSlots],
                                            step / kSlots % 2)) {
      }
      const auto* words = reinterpret_cast<const uint4*>(ring[step % kSlots]);
      const unsigned four = 0x01010101u * static_cast<unsigned char>(mark);
      for (int i = threadIdx.x; i < bytes / 16; i += kThreads - 32) {
        const uint4 part = words[i];
        count +=
            (__popc(__vcmpeq4(part.x, four)) + __popc(__vcmpeq4(part.y, four)) +
             __popc(__vcmpeq4(part.z, four)) +
             __popc(__vcmpeq4(part.w, four))) /
            8;
      }
      ptx::mbarrier_arrive(&empty[step % kSlots]);
    }
  }
