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
