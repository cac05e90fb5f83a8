// SPDX-License-Identifier: MIT
// The second tile is stored over the first one, which a copy may still read.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace cuda::ptx;

__global__ void count(int* out) {
  __shared__ alignas(16) int tile[64];
  for (int step = 0; step < 2; ++step) {
    tile[threadIdx.x] = 64 * step + threadIdx.x;
    fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
      cp_async_bulk(space_global, space_shared, out + 64 * step, tile,
                    sizeof(tile));
      cp_async_bulk_commit_group();
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) cp_async_bulk_wait_group_read(n32_t<0>());
}

int main() {
  corpus::Device<int> out(128);
  count<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

/* report:
error[bulk-unwaited]: `tile+0` is overwritten before the wait for the bulk copy
  that reads it
  --> bug.cu:12:5
   |
12 |     tile[threadIdx.x] = 64 * step + threadIdx.x;
   |     ^ (2) thread 0 of block (0,0,0) stores to `tile+0` here
16 |       cp_async_bulk(space_global, space_shared, out + 64 * step, tile,
   |       - (1) thread 0 of block (0,0,0) issues a copy that reads `tile+0`
   |         here
   |
   = why:   the copy is made at any time until a wait for its group by the
            thread that issued it is over
   = seen:  64 such uses on this line; lowest address shown
   = learn: docs/diagnostics/bulk-unwaited.md
*/
