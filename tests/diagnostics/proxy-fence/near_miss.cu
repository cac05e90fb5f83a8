// SPDX-License-Identifier: MIT
// Fences of the writers before the barrier, of the thread that copies after it,
// between loads and the next copy; and copies of what a copy brought, which
// need none.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

__global__ void writers(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  fence_proxy_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

__global__ void copier(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 63) {
    fence_proxy_async();
    cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

__global__ void there_and_back(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned step = 0; step < 2; ++step) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              sizeof(tile));
    cp_async_bulk(space_cluster, space_global, tile, in + 64 * step,
                  sizeof(tile), &full);
    while (!mbarrier_try_wait_parity(&full, step)) continue;
    cp_async_bulk(space_global, space_shared, out + 64 * step, tile,
                  sizeof(tile));
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

__global__ void refilled(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    mbarrier_init(&empty, 64);
  }
  __syncthreads();
  int sum = 0;
  for (unsigned step = 0; step < 4; ++step) {
    if (threadIdx.x == 32) {
      if (step > 0)
        while (!mbarrier_try_wait_parity(&empty, (step - 1) % 2)) continue;
      mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                                sizeof(tile));
      cp_async_bulk(space_cluster, space_global, tile, in, sizeof(tile), &full);
    }
    while (!mbarrier_try_wait_parity(&full, step % 2)) continue;
    sum += tile[63 - threadIdx.x];
    fence_proxy_async();
    mbarrier_arrive(&empty);
  }
  out[threadIdx.x] = sum;
}

int main() {
  Device<int> in(128, 1), out(128);
  writers<<<1, 64>>>(out);
  copier<<<1, 64>>>(out);
  there_and_back<<<1, 64>>>(in, out);
  refilled<<<1, 64>>>(in, out);
  finish();
}
