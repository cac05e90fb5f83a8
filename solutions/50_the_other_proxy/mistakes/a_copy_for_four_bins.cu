// SPDX-License-Identifier: MIT
// caught by: case "no thread adds to the bins"
// A bulk copy of 16 bytes for every four bins.

  for (int frame = 0; frame < frames; ++frame) {
    counts[0][threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, counts[0]);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x < kBins / 4) {
      ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared,
                                ptx::op_add,
                                bins + frame * kBins + 4 * threadIdx.x,
                                counts[0] + 4 * threadIdx.x, 16);
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
    __syncthreads();
  }
