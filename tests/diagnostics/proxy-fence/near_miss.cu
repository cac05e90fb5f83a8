// SPDX-License-Identifier: MIT
// Fences of the writers before the barrier, of the thread that copies after it,
// between loads and the next copy; copies of what a copy brought, which need
// none. Warps with a tile each, an mbarrier instead of a barrier, global
// memory, and blocks that add to one place.
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

__global__ void by_object(int* out) {
  __shared__ alignas(16) int tile[32];
  __shared__ uint64_t ready;
  if (threadIdx.x == 0) mbarrier_init(&ready, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    tile[threadIdx.x] = threadIdx.x;
    fence_proxy_async(space_shared);
    mbarrier_arrive(&ready);
  } else if (threadIdx.x == 32) {
    while (!mbarrier_try_wait_parity(&ready, 0)) continue;
    cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

__global__ void by_warps(int* out) {
  __shared__ alignas(16) int tile[2][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int step = 0; step < 2; ++step) {
    if (lane == 0) cp_async_bulk_wait_group_read(n32_t<0>());
    __syncwarp();
    tile[warp][lane] = step;
    fence_proxy_async();
    __syncwarp();
    if (lane == 0) {
      int* to = out + 64 * step + 32 * warp;
      cp_async_bulk(space_global, space_shared, to, tile[warp], 128u);
      cp_async_bulk_commit_group();
    }
  }
  if (lane == 0) cp_async_bulk_wait_group_read(n32_t<0>());
}

__global__ void through_global(int* buffer, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t full;
  int* mine = buffer + 64 * blockIdx.x;
  if (threadIdx.x == 0) mbarrier_init(&full, 1);
  mine[threadIdx.x] = threadIdx.x;
  fence_proxy_async(space_global);
  __syncthreads();
  if (threadIdx.x == 0) {
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              sizeof(tile));
    cp_async_bulk(space_cluster, space_global, tile, mine, sizeof(tile), &full);
  }
  while (!mbarrier_try_wait_parity(&full, 0)) continue;
  out[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void adding(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  fence_proxy_async(space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_reduce_async_bulk(space_global, space_shared, op_add, out, tile, 256u);
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group_read(n32_t<0>());
  }
}

int main() {
  Device<int> in(128, 1), out(128);
  writers<<<1, 64>>>(out);
  copier<<<1, 64>>>(out);
  there_and_back<<<1, 64>>>(in, out);
  refilled<<<1, 64>>>(in, out);
  by_object<<<1, 64>>>(out);
  by_warps<<<1, 64>>>(out);
  through_global<<<2, 64>>>(in, out);
  adding<<<4, 64>>>(out);
  finish();
}
