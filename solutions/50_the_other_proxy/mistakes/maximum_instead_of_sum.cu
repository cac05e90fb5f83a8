// SPDX-License-Identifier: MIT
// caught by: case "counts frames of any size"
// The copy keeps the maximum: right where one block counts.

  for (int frame = 0; frame < frames; ++frame) {
    counts[0][threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, counts[0]);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_max, bins + frame * kBins, counts[0],
                                sizeof counts[0]);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    __syncthreads();
  }
