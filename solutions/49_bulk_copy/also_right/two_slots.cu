// SPDX-License-Identifier: MIT
// A double buffer: two of the four slots. A copy is in flight while the block
// counts.

  const size_t head = min(size, -reinterpret_cast<size_t>(text) % 16);
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  const size_t stride = size_t(gridDim.x) * kSlotBytes;
  const auto fetch = [&](size_t begin, int slot) {
    if (begin >= whole) return;
    const uint32_t bytes = uint32_t(min(size_t{kSlotBytes}, whole - begin));
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full[slot], bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, ring[slot],
                       middle + begin, bytes, &full[slot]);
  };
  const size_t first = size_t(blockIdx.x) * kSlotBytes;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full[0], 1);
    ptx::mbarrier_init(&full[1], 1);
    fetch(first, 0);
  }
  __syncthreads();
  int slot = 0;
  unsigned parity = 0;
  for (size_t begin = first; begin < whole; begin += stride) {
    if (threadIdx.x == 0) {
      ptx::fence_proxy_async(ptx::space_shared);
      fetch(begin + stride, slot ^ 1);
    }
    while (!ptx::mbarrier_try_wait_parity(&full[slot], parity)) {
    }
    count +=
        count_slot(ring[slot], min(size_t{kSlotBytes}, whole - begin), mark);
    __syncthreads();
    parity ^= slot;
    slot ^= 1;
  }
