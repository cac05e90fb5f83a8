// SPDX-License-Identifier: MIT
// The load has the scope of its block, and the store is in another one.
#include <cuda/atomic>

__global__ void wait(int* flag) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(
        1, cuda::memory_order_relaxed);
  } else {
    cuda::atomic_ref<int, cuda::thread_scope_block> mine(*flag);
    while (mine.load(cuda::memory_order_relaxed) == 0) {
    }
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 32>>>(flag);
  cudaDeviceSynchronize();
  cudaFree(flag);
}
