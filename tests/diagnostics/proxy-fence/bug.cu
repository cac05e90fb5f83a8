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
