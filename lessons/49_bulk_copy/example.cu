// SPDX-License-Identifier: MIT
// A block brings 4096 bytes to shared memory: by loads and stores of 16 bytes,
// then by one bulk copy. What does each ask of the threads? Then the same bytes
// in four pieces, through a ring of two slots.
#include <algorithm>
#include <cstdio>
#include <cuda/ptx>
#include <vector>

#include "common/counters.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace ptx = cuda::ptx;

constexpr int kThreads = 256, kBytes = 4096;

__global__ void by_loads(const uint4* in, uint4* out) {
  __shared__ uint4 tile[kThreads];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

__global__ void by_bulk_copy(const uint4* in, uint4* out) {
  __shared__ uint4 tile[kThreads];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, kBytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, kBytes,
                       &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

constexpr int kSlots = 2, kFew = 64, kPieces = kThreads / kFew;

__global__ void through_a_ring(const uint4* in, uint4* out) {
  __shared__ uint4 ring[kSlots][kFew];
  __shared__ uint64_t full[kSlots];
  const auto fetch = [&](int piece) {
    uint64_t* const bar = &full[piece % kSlots];
    uint4* const slot = ring[piece % kSlots];
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, bar, sizeof ring[0]);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, slot,
                       in + piece * kFew, sizeof ring[0], bar);
  };
  if (threadIdx.x == 0) {
    for (auto& bar : full) ptx::mbarrier_init(&bar, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    for (int piece = 0; piece < kSlots; ++piece) fetch(piece);
  }
  __syncthreads();
  for (int piece = 0; piece < kPieces; ++piece) {
    const int slot = piece % kSlots;
    while (!ptx::mbarrier_try_wait_parity(&full[slot], piece / kSlots % 2)) {
    }
    out[kThreads - 1 - piece * kFew - threadIdx.x] = ring[slot][threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && piece + kSlots < kPieces) {
      ptx::fence_proxy_async();
      fetch(piece + kSlots);
    }
  }
}

void run(const char* name, decltype(&by_loads) kernel, int threads) {
  std::vector<uint4> values;
  for (unsigned i = 0; i < kThreads; ++i) values.push_back({i, 0, 0, 0});
  const lockstep::DeviceBuffer<uint4> in(values), out(kThreads);
  const lockstep::Recording recording;
  kernel<<<1, threads>>>(in.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  const auto got = out.download();
  bool same = true;  // all in reverse order
  for (int i = 0; i < kThreads; ++i) same &= got[i].x == kThreads - 1u - i;
  const SimtCounters all = recording.total();
  std::printf("%-14s %-6s %12d %15d %14d\n", name, same ? "right" : "WRONG",
              int(all.global_load.requests), int(all.shared_store.requests),
              int(all.shared_load.requests));
}

int main() {
  std::printf(
      "4096 bytes            global loads   shared stores   "
      "shared loads\n");
  run("loads, stores", by_loads, kThreads);
  run("one bulk copy", by_bulk_copy, kThreads);
  run("two slots", through_a_ring, kFew);
}
