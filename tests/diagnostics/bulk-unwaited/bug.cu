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
