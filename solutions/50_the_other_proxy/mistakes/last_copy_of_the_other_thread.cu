// SPDX-License-Identifier: MIT
// caught by: diagnostic bulk-unwaited
// Two threads copy in turn; at the end one of them waits.

  for (int frame = 0; frame < frames; ++frame) {
    const int half = frame % 2;
    const bool copies = int(threadIdx.x) == 32 * half;
    if (copies) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    __syncthreads();
    counts[half][threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, counts[half]);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (copies) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins + frame * kBins, counts[half],
                                sizeof counts[half]);
      ptx::cp_async_bulk_commit_group();
    }
  }
  if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
