// SPDX-License-Identifier: MIT
// A relaxed store publishes nothing but itself.
#include <cuda/atomic>

__global__ void pass(int* data, int* out, int* flag) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 7;
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_acquire) == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1024 * sizeof(int));
  cudaMalloc(&b, 1024 * sizeof(int));
  cudaMemset(a, 0, 1024 * sizeof(int));
  pass<<<2, 32>>>(a, b, a + 1);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[missing-fence]: the flag `cudaMalloc #1+4` does not say that
  `cudaMalloc #1+0` is stored: no fence lies between the two
  --> bug.cu:14:5
   |
 9 |     *data = 7;
   |     - (1) thread 0 of block (0,0,0) stores `cudaMalloc #1+0` here
10 |     ready.store(1, cuda::memory_order_relaxed);
   |     - (2) and then stores the flag `cudaMalloc #1+4` here
12 |     while (ready.load(cuda::memory_order_acquire) == 0) {
   |     - (3) thread 0 of block (1,0,0), or one before it, loads the flag here
14 |     *out = *data;
   |     ^ (4) thread 0 of block (1,0,0) loads `cudaMalloc #1+0` here
   |
   = why:   no fence lies between (1) and (2): other threads may see the second
            before the first
   = seen:  1 such pair; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
