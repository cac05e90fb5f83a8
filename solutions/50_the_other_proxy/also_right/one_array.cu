// SPDX-License-Identifier: MIT
// One array, and the full wait after each frame: right, but the block waits while
// its copy is in flight.

  for (int frame = 0; frame < frames; ++frame) {
    unsigned* const mine = counts[0];
    __syncthreads();
    mine[threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, mine);
    ptx::fence_proxy_async(ptx::space_shared);  // each thread, what it stored
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins + frame * kBins, mine,
                                kBins * sizeof(unsigned));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
  }
