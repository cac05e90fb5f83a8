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

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
  --> bug_polled.cu:12:5
   |
 8 |     cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(
   |     - (1) thread 0 of block (0,0,0) updates `cudaMalloc #1+0` here
12 |     while (mine.load(cuda::memory_order_relaxed) == 0) {
   |     ^ (2) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   different blocks, same 4 bytes, both are atomic, but the scope of
            one is only its block, nothing orders them; blocks run in any order
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/global-race.md
*/
