// SPDX-License-Identifier: MIT
// Bytes that are expected in two pieces, or by each of several threads its own;
// a copy that is issued before its bytes are expected, in the same phase.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

__global__ void pieces(const int* in, int* out) {
  __shared__ alignas(16) int tile[128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) mbarrier_init(&full, 4);
  __syncthreads();
  if (threadIdx.x < 4) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full, 128);
    cp_async_bulk(space_cluster, space_global, tile + 32 * threadIdx.x,
                  in + 32 * threadIdx.x, 128, &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[threadIdx.x] = tile[threadIdx.x] + tile[64 + threadIdx.x];
}

__global__ void copied_first(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof(tile), &full);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              sizeof(tile));
  }
  __syncthreads();
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  Device<int> in(128, 1), out(64);
  pieces<<<1, 64>>>(in, out);
  copied_first<<<1, 64>>>(in, out);
  finish();
}
