// SPDX-License-Identifier: MIT
// Two threads copy in turn, one for each array; each waits for its own groups.

  const int turn = threadIdx.x == 5 ? 0 : threadIdx.x == 70 ? 1 : 2;
  for (int frame = 0; frame < frames; ++frame) {
    const int half = frame % 2;
    if (turn == half) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    __syncthreads();
    counts[half][threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, counts[half]);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (turn == half) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins + frame * kBins, counts[half],
                                sizeof counts[half]);
      ptx::cp_async_bulk_commit_group();
    }
  }
  if (turn < 2) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
