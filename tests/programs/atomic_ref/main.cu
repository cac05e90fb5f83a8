// SPDX-License-Identifier: MIT
// libcu++: cuda::atomic_ref with orders and scopes hands a value from one
// block to the next.
#include <cstdio>
#include <cuda/atomic>

#include "common/cuda_check.h"

using DeviceFlag = cuda::atomic_ref<int, cuda::thread_scope_device>;
using BlockCounter = cuda::atomic_ref<int, cuda::thread_scope_block>;

/// Block b waits for block b - 1, then writes its own value: a chain.
__global__ void pass_on(int* values, int* flag) {
  __shared__ int arrived;
  if (threadIdx.x == 0) arrived = 0;
  __syncthreads();
  BlockCounter(arrived).fetch_add(1, cuda::std::memory_order_relaxed);
  __syncthreads();
  if (threadIdx.x != 0) return;
  DeviceFlag turn(*flag);
  while (turn.load(cuda::std::memory_order_acquire) !=
         static_cast<int>(blockIdx.x)) {
  }
  const int before = blockIdx.x == 0 ? 1 : values[blockIdx.x - 1];
  values[blockIdx.x] = before * 2 + arrived;
  turn.store(static_cast<int>(blockIdx.x) + 1, cuda::std::memory_order_release);
}

__global__ void exchange(int* value, int* seen) {
  DeviceFlag slot(*value);
  int expected = 7;
  seen[0] = slot.compare_exchange_strong(expected, 9);
  expected = 7;
  seen[1] = slot.compare_exchange_strong(expected, 11);
  seen[2] = expected;
  seen[3] = slot.exchange(20);
  seen[4] = slot.fetch_max(15);
  seen[5] = slot.fetch_and(6);
  seen[5] += 100 * slot.load();
}

int main() {
  const int blocks = 6;
  int *values, *flag, host[blocks];
  CUDA_CHECK(cudaMalloc(&values, sizeof(host)));
  CUDA_CHECK(cudaMalloc(&flag, sizeof(int)));
  CUDA_CHECK(cudaMemset(flag, 0, sizeof(int)));
  pass_on<<<blocks, 64>>>(values, flag);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost));
  for (int value : host) std::printf("%d ", value);
  const int seven = 7;
  CUDA_CHECK(cudaMemcpy(flag, &seven, sizeof(int), cudaMemcpyHostToDevice));
  exchange<<<1, 1>>>(flag, values);
  CUDA_CHECK(cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost));
  std::printf("\n");
  for (int value : host) std::printf("%d ", value);
  std::printf("\n");
  CUDA_CHECK(cudaFree(values));
  CUDA_CHECK(cudaFree(flag));
}
