// SPDX-License-Identifier: MIT
// out[i] = in[i - apart] + in[i] + in[i + apart]. A block copies its part of
// `in`, with a halo of `apart` values on either side, to a buffer in dynamic
// shared memory. The halo is loaded by two blocks, so a larger buffer means
// fewer loads. How large it may be depends on the device: that is the task.
#include "lesson.h"

constexpr int kThreads = 512;

__global__ void __launch_bounds__(kThreads, 2)
    add_apart_kernel(const float* in, float* out, int n, int apart,
                     int part) {     // values that a block makes
  extern __shared__ float buffer[];  // apart + part + apart
  const int first = blockIdx.x * part;
  for (int k = threadIdx.x; k < part + 2 * apart; k += kThreads) {
    const int i = first - apart + k;
    buffer[k] = i >= 0 && i < n ? in[i] : 0;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < part && first + k < n; k += kThreads) {
    out[first + k] = buffer[k] + buffer[k + apart] + buffer[k + 2 * apart];
  }
}

/// Makes the kernel ready for blocks of `bytes` bytes, and says how many.
cudaError_t choose_buffer(size_t& bytes) {
  // task-begin
  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  // Half of the multiprocessor, less what CUDA keeps of each block's share; a
  // block alone may not have more than the opt-in limit.
  bytes = own.sharedMemPerMultiprocessor / 2 - own.reservedSharedMemPerBlock;
  if (bytes > own.sharedMemPerBlockOptin) bytes = own.sharedMemPerBlockOptin;
  // Above 48 KB a launch fails without this; below, it changes nothing.
  error = cudaFuncSetAttribute(add_apart_kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes));
  if (error != cudaSuccess) return error;
  // Where L1 takes its room from shared memory, this kernel wants the latter.
  return cudaFuncSetCacheConfig(add_apart_kernel, cudaFuncCachePreferShared);
  // task-end
}

cudaError_t add_apart(const float* in, float* out, int n, int apart) {
  if (n == 0) return cudaSuccess;
  size_t bytes = 0;
  const cudaError_t error = choose_buffer(bytes);
  if (error != cudaSuccess) return error;
  const int part = static_cast<int>(bytes / sizeof(float)) - 2 * apart;
  add_apart_kernel<<<(n - 1) / part + 1, kThreads, bytes>>>(in, out, n, apart,
                                                            part);
  return cudaGetLastError();
}
