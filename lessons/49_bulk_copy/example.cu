// SPDX-License-Identifier: MIT
// A block brings 4096 bytes to shared memory: by loads and stores of 16 bytes,
// then by one bulk copy. What does each ask of the threads? And how a text that
// begins anywhere is split.
#include <algorithm>
#include <cstdio>
#include <cuda/ptx>

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
  if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, kBytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, kBytes,
                       &full);
  }
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[threadIdx.x] = tile[kThreads - 1 - threadIdx.x];
}

void run(const char* name, decltype(&by_loads) kernel) {
  const lockstep::DeviceBuffer<uint4> in(kThreads), out(kThreads);
  const lockstep::Recording recording;
  kernel<<<1, kThreads>>>(in.data(), out.data());
  CUDA_CHECK(cudaGetLastError());
  const bool same = out.download()[7].x == 0xffffffff;
  std::printf("%-14s %8s", name, same ? "right" : "WRONG");
  const SimtCounters all = recording.total();
  std::printf(" %14d %15d %13d\n", int(all.global_read.requests),
              int(all.shared_store.requests), int(all.shared_load.requests));
}

void split(size_t address, size_t size) {
  const size_t head = std::min(size, -address % 16);
  const size_t whole = (size - head) / 16 * 16;
  std::printf("%3zu bytes at address %2zu: head %2zu, copied %2zu, tail %2zu\n",
              size, address, head, whole, size - head - whole);
}

int main() {
  std::printf(
      "4096 bytes               global loads   shared stores  "
      "shared loads\n");
  run("loads, stores", by_loads);
  run("one bulk copy", by_bulk_copy);
  std::printf("\n");
  split(0, 52);
  split(5, 52);
  split(5, 9);
  split(15, 17);
}
