// SPDX-License-Identifier: MIT
// A thread that comes after the load of a relaxed value comes after its store.
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass(int* value, int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    Flag(*value).store(7, cuda::memory_order_relaxed);
  } else if (blockIdx.x == 1) {
    while (Flag(*value).load(cuda::memory_order_relaxed) == 0) {
    }
    Flag(*flag).store(1, cuda::memory_order_release);
  } else {
    while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
    }
    *out = *value;
  }
}

int main() {
  int* p;
  cudaMalloc(&p, 3 * sizeof(int));
  cudaMemset(p, 0, 3 * sizeof(int));
  pass<<<3, 32>>>(p, p + 1, p + 2);
  cudaDeviceSynchronize();
  cudaFree(p);
}
