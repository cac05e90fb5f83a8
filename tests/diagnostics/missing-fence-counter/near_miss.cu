// SPDX-License-Identifier: MIT
// The order of the counter says the same as fences on both sides.
#include <cuda/atomic>

__global__ void sum(int* partial, unsigned* finished, int* total) {
  if (threadIdx.x != 0) return;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> counter(*finished);
  partial[blockIdx.x] = blockIdx.x;
  const unsigned before = counter.fetch_add(1, cuda::memory_order_acq_rel);
  if (before != gridDim.x - 1) return;
  int all = 0;
  for (int i = 0; i < gridDim.x; ++i) all += partial[i];
  *total = all;
}

int main() {
  int* p;
  cudaMalloc(&p, 16 * sizeof(int));
  cudaMemset(p, 0, 16 * sizeof(int));
  sum<<<8, 32>>>(p, reinterpret_cast<unsigned*>(p + 8), p + 9);
  cudaDeviceSynchronize();
  cudaFree(p);
}
