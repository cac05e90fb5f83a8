// SPDX-License-Identifier: MIT
// A fence that is not fence.sc orders nothing before the flag of another
// thread.
#include <cuda/atomic>

__device__ volatile int ready = 0;

__global__ void pass(int* mail, int* out) {
  if (blockIdx.x == 0) {
    mail[threadIdx.x] = 7;
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel,
                              cuda::thread_scope_device);
    __syncthreads();
    if (threadIdx.x == 0) ready = 1;
  } else {
    if (threadIdx.x == 0)
      while (ready == 0) {
      }
    __syncthreads();
    __threadfence();
    out[threadIdx.x] = mail[threadIdx.x];
  }
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  pass<<<2, 64>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}

/* report:
error[missing-fence]: the flag `variable ready+0` does not say that
  `cudaMalloc #1+4` is stored: no fence lies between the two
  --> bug_fence_of_another.cu:21:5
   |
10 |     mail[threadIdx.x] = 7;
   |     - (1) thread 1 of block (0,0,0) stores `cudaMalloc #1+4` here
14 |     if (threadIdx.x == 0) ready = 1;
   |     - (2) and then stores the flag `variable ready+0` here
17 |       while (ready == 0) {
   |       - (3) thread 1 of block (1,0,0), or one before it, loads the flag
   |         here
21 |     out[threadIdx.x] = mail[threadIdx.x];
   |     ^ (4) thread 1 of block (1,0,0) loads `cudaMalloc #1+4` here
   |
   = why:   no fence lies between (1) and (2): other threads may see the second
            before the first
   = seen:  63 such pairs; lowest address shown
   = learn: docs/diagnostics/missing-fence.md
*/
