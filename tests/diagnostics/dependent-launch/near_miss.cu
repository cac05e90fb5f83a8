// SPDX-License-Identifier: MIT
// Kernels that begin early and are right: one loads before its wait what the
// kernel before does not touch; one is told by a flag; before others the host
// waited, or the stream did other work.
#include <cuda/atomic>

#include "tests/corpus/corpus.h"

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void produce(int* data, int* flag) {
  if (threadIdx.x == 0) cudaTriggerProgrammaticLaunchCompletion();
  data[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0) Flag(*flag).fetch_add(1, cuda::memory_order_release);
}

__global__ void wait_late(const int* weights, const int* data, int* out) {
  __shared__ int factor;
  const int weight = weights[threadIdx.x];
  if (threadIdx.x == 0) {
    cudaGridDependencySynchronize();
    factor = data[0];
  }
  __syncthreads();
  out[threadIdx.x] = weight * data[threadIdx.x] * factor;
}

__global__ void poll(int* flag, const int* data, int* out) {
  if (threadIdx.x == 0)
    while (Flag(*flag).load(cuda::memory_order_acquire) < 2) continue;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void no_wait(const int* data, int* out) {
  out[threadIdx.x] = data[threadIdx.x];
}

template <class... Params, class... Args>
void launch_early(int allowed, void (*kernel)(Params...), Args&&... args) {
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = allowed;
  cudaLaunchConfig_t config = {1, 64, 0, nullptr, &early, 1};
  cudaLaunchKernelEx(&config, kernel, Params(args)...);
}

int main() {
  corpus::Device<int> weights(64, 2), data(64, 0), out(64, 0), flag(1, 0);
  produce<<<1, 64>>>(data, flag);
  launch_early(1, wait_late, weights, data, out);
  cudaDeviceSynchronize();
  produce<<<1, 64>>>(data, flag);
  launch_early(1, poll, flag, data, out);
  cudaDeviceSynchronize();
  launch_early(1, no_wait, data, out);  // the host has waited
  produce<<<1, 64>>>(data, flag);
  cudaMemsetAsync(out, 0, 64 * sizeof(int));
  launch_early(1, no_wait, data, out);  // after a memset
  produce<<<1, 64>>>(data, flag);
  launch_early(0, no_wait, data, out);  // not early
  cudaDeviceSynchronize();
}
