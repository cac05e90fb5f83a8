// SPDX-License-Identifier: MIT
// The last tile is shorter, and the phase expects a whole one.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace cuda::ptx;

__global__ void sum(const int* in, int* out, int count) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) mbarrier_init(&full, 1);
  __syncthreads();
  int all = 0;
  for (int first = 0; first < count; first += 64) {
    const int many = min(64, count - first);
    if (threadIdx.x == 0) {
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                                sizeof(tile));
      cp_async_bulk(space_cluster, space_global, tile, in + first,
                    many * sizeof(int), &full);
    }
    while (!mbarrier_try_wait_parity(&full, first / 64 % 2)) continue;
    if (threadIdx.x < many) all += tile[threadIdx.x];
    fence_proxy_async();
    __syncthreads();
  }
  out[threadIdx.x] = all;
}

int main() {
  corpus::Device<int> in(128, 1), out(64);
  sum<<<1, 64>>>(in, out, 96);
  cudaDeviceSynchronize();
}
