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
