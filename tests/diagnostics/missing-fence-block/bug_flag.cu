// SPDX-License-Identifier: MIT
// The fences reach the device, but the store of the flag reaches the block.
#include <cuda/atomic>

__global__ void pass(int* data, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 7;
    __threadfence();
    cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).store(
        1, cuda::memory_order_relaxed);
  } else {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    __threadfence();
    *out = *data;
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pass<<<2, 32>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}

/* report:
error[missing-fence]: the flag `cudaMalloc #1+4` does not say that
  `cudaMalloc #1+0` is stored: the fence between reaches one
  block only
  --> bug_flag.cu:17:5
   |
 8 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
10 |     cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).store(
   |     - (2) and then stores the flag `cudaMalloc #1+4` here
14 |     while (ready.load(cuda::memory_order_relaxed) == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
17 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   what orders (1) before (2) has block scope, and (4) is in another
            block
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
