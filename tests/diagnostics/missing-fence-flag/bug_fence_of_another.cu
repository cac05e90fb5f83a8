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
