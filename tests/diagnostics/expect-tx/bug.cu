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

/* report:
error[expect-tx]: the mbarrier `full+0` lacks 128 bytes of copies that it
  expects
  --> bug.cu:18:7
   |
18 |       mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &f...
   |       ^ (1) thread 0 of block (0,0,0) expects bytes here
20 |       cp_async_bulk(space_cluster, space_global, tile, in + first,
   |       - (2) thread 0 of block (0,0,0) issues a copy that it counts here
   |
   = phase: 256 bytes expected, 128 bytes copied in this phase
   = why:   a phase is over only when as many bytes were copied as were
            expected: this one never is
   = seen:  2 warps waited in vain
   = learn: docs/diagnostics/expect-tx.md

error[livelock]: 64 threads of block (0,0,0) go round in a loop that cannot end
  --> bug.cu:23:5
   |
23 |     while (!mbarrier_try_wait_parity(&full, first / 64 % 2)) continue;
   |     ^ threads 0..63 test `full+0` here again and again, without a change
   |
   = why:   all warps went round their loops, no byte of memory changed, and
            nobody else can change one
   = seen:  1 block of 1 resident is stuck, 64 threads in all, 0 exited
   = learn: docs/diagnostics/livelock.md
*/
