// SPDX-License-Identifier: MIT
// What is atomic to the host: loads and stores of page-locked memory, and all
// of managed memory. And atomics of the device's own threads.
#include <cuda/atomic>

template <cuda::thread_scope kScope>
using Ref = cuda::atomic_ref<int, kScope>;
constexpr auto kDevice = cuda::thread_scope_device;
constexpr auto kSystem = cuda::thread_scope_system;

__global__ void count(int* pinned, int* managed, int* device) {
  Ref<kDevice>(pinned[0]).fetch_add(1);
  atomicAdd(&pinned[0], 1);
  Ref<kSystem>(*managed).fetch_add(1);
  atomicAdd_system(device, Ref<kSystem>(pinned[1]).load());
  __threadfence_system();
  Ref<kSystem>(pinned[1]).store(1);
}

int main() {
  int *pinned, *managed, *device;
  cudaMallocHost(&pinned, 2 * sizeof(int));
  cudaMallocManaged(&managed, sizeof(int));
  cudaMalloc(&device, sizeof(int));
  pinned[0] = pinned[1] = *managed = 0;
  cudaMemset(device, 0, sizeof(int));
  count<<<4, 32>>>(pinned, managed, device);
  cudaDeviceSynchronize();
  cudaFreeHost(pinned);
  cudaFree(managed);
  cudaFree(device);
}
