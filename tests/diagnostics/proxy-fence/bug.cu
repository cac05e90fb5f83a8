// SPDX-License-Identifier: MIT
// The block meets, and still the bulk copy need not see what it stored.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace cuda::ptx;

__global__ void twice(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = 2 * in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

int main() {
  corpus::Device<int> in(64, 1), out(64);
  twice<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
}

/* report:
error[proxy-fence]: no proxy fence for shared memory stands between a store of
  `tile+0` and a bulk copy that reads it
  --> bug.cu:14:5
   |
11 |   tile[threadIdx.x] = 2 * in[threadIdx.x];
   |   - (1) thread 0 of block (0,0,0) stores to `tile+0` here
14 |     cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
   |     ^ (2) thread 0 of block (0,0,0) issues a copy that reads `tile+0` here
   |
   = why:   a bulk copy uses memory by the asynchronous proxy; a barrier orders
            threads, and only fence.proxy.async orders the two proxies
   = seen:  16 such pairs of a piece of 16 bytes and an access; lowest address
            shown
   = learn: docs/diagnostics/proxy-fence.md
*/
