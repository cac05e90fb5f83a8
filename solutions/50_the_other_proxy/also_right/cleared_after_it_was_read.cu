// SPDX-License-Identifier: MIT
// The arrays are cleared once at first and then again after each copy has read
// them; the counts of the next frame go to the other one.

  counts[0][threadIdx.x] = counts[1][threadIdx.x] = 0;
  __syncthreads();
  for (int frame = 0; frame < frames; ++frame) {
    unsigned* const now = counts[frame % 2];
    count(pixels + size_t(frame) * units, units, now);
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 255) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add, bins + frame * kBins, now,
                                kBins * 4);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
    now[threadIdx.x] = 0;
  }
  if (threadIdx.x == 255) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
