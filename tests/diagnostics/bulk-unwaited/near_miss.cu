// SPDX-License-Identifier: MIT
// Two buffers with one group open; a result that is read after the full wait;
// a copy that one warp waits for and tells the others; a copy that each lane of
// a warp starts, with the same bytes.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace corpus;
using namespace cuda::ptx;

__global__ void two_buffers(int* out) {
  __shared__ alignas(16) int tile[2][64];
  for (int step = 0; step < 4; ++step) {
    if (threadIdx.x == 0 && step >= 2)
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncthreads();
    tile[step % 2][threadIdx.x] = step;
    fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
      cp_async_bulk(space_global, space_shared, out + 64 * step, tile[step % 2],
                    256);
      cp_async_bulk_commit_group();
    }
  }
  if (threadIdx.x == 0) cp_async_bulk_wait_group_read(n32_t<0>());
}

__global__ void read_back(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  fence_proxy_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
    cp_async_bulk_commit_group();
    cp_async_bulk_wait_group(n32_t<0>());
  }
  __syncthreads();
  out[64 + threadIdx.x] = out[63 - threadIdx.x];
}

__global__ void one_warp_waits(const int* in, int* out) {
  __shared__ alignas(16) int tile[64];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    mbarrier_init(&full, 1);
    mbarrier_arrive_expect_tx(sem_release, scope_cta, space_shared, &full,
                              sizeof(tile));
    cp_async_bulk(space_cluster, space_global, tile, in, sizeof(tile), &full);
    while (!mbarrier_try_wait_parity(&full, 0)) continue;
  }
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

__global__ void each_lane_stores(int* out) {
  __shared__ alignas(16) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  fence_proxy_async();
  __syncthreads();
  if (threadIdx.x >= 32) return;
  cp_async_bulk(space_global, space_shared, out, tile, sizeof(tile));
  cp_async_bulk_commit_group();
  cp_async_bulk_wait_group_read(n32_t<0>());
}

int main() {
  Device<int> in(64, 1), out(256);
  two_buffers<<<1, 64>>>(out);
  read_back<<<1, 64>>>(out);
  one_warp_waits<<<1, 64>>>(in, out);
  each_lane_stores<<<1, 64>>>(out);
  finish();
}
