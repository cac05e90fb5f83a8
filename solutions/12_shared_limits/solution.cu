// SPDX-License-Identifier: MIT
// out[i] = in[i - apart] + in[i] + in[i + apart]. A block copies its part of
// `in`, with a halo of `apart` values on either side, to a buffer in dynamic
// shared memory. The halo is loaded by two blocks, so a larger buffer means
// fewer loads. How large it may be depends on the device: that is the task.
#include "lesson.h"

__global__ void add_apart_kernel(const float* in, float* out, int n, int apart,
                                 int part) {  // values that a block makes
  extern __shared__ float buffer[];           // apart + part + apart
  const int first = blockIdx.x * part;
  for (int k = threadIdx.x; k < part + 2 * apart; k += blockDim.x) {
    const int i = first - apart + k;
    buffer[k] = i >= 0 && i < n ? in[i] : 0;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < part && first + k < n; k += blockDim.x) {
    out[first + k] = buffer[k] + buffer[k + apart] + buffer[k + 2 * apart];
  }
}

/// Half of the threads that a multiprocessor holds: two blocks fill it.
cudaError_t choose_threads(int& threads) {
  int device = 0;
  const cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  int most = 0;
  const cudaError_t asked = cudaDeviceGetAttribute(
      &most, cudaDevAttrMaxThreadsPerMultiProcessor, device);
  threads = most / 2;
  return asked;
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
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
  // task-end
}

cudaError_t add_apart(const float* in, float* out, int n, int apart) {
  if (n == 0) return cudaSuccess;
  int threads = 0;
  size_t bytes = 0;
  cudaError_t error = choose_threads(threads);
  if (error == cudaSuccess) error = choose_buffer(bytes);
  if (error != cudaSuccess) return error;
  const int part = static_cast<int>(bytes / sizeof(float)) - 2 * apart;
  add_apart_kernel<<<(n - 1) / part + 1, threads, bytes>>>(in, out, n, apart,
                                                           part);
  return cudaGetLastError();
}
