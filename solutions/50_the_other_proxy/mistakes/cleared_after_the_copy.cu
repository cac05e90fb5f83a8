// SPDX-License-Identifier: MIT
// caught by: diagnostic bulk-unwaited
// The array is cleared for the next frame just after its copy began.

  for (int frame = 0; frame < frames; ++frame) {
    unsigned* const mine = counts[frame % 2];
    // The copy of two frames ago has read this array; one may be in flight.
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    __syncthreads();
    if (frame < 2) mine[threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, mine);
    ptx::fence_proxy_async(ptx::space_shared);  // each thread, what it stored
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins + frame * kBins, mine,
                                kBins * sizeof(unsigned));
      ptx::cp_async_bulk_commit_group();
    }
    mine[threadIdx.x] = 0;
  }
  // Not .read: what the copies add must be there before the block says so.
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
