// SPDX-License-Identifier: MIT
// caught by: case "the next copies are in flight"
// A ring of one slot: no copy is in flight while the block counts.

  const size_t head = min(size, -reinterpret_cast<size_t>(text) % 16);
  const size_t whole = (size - head) / 16 * 16;
  const char* const middle = text + head;
  if (blockIdx.x == 0) {
    count += count_bytes(text, head, mark);
    count += count_bytes(middle + whole, size - head - whole, mark);
  }
  if (threadIdx.x == 0) ptx::mbarrier_init(&full[0], 1);
  __syncthreads();
  unsigned parity = 0;
  for (size_t begin = size_t(blockIdx.x) * kSlotBytes; begin < whole;
       begin += size_t(gridDim.x) * kSlotBytes) {
    const uint32_t bytes = uint32_t(min(size_t{kSlotBytes}, whole - begin));
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                     ptx::space_shared, &full[0], bytes);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, ring[0],
                         middle + begin, bytes, &full[0]);
    }
    while (!ptx::mbarrier_try_wait_parity(&full[0], parity)) {
    }
    parity ^= 1;
    count += count_slot(ring[0], bytes, mark);
    ptx::fence_proxy_async();
    __syncthreads();
  }
