// SPDX-License-Identifier: MIT
// caught by: case "the buffer could not be larger"
// Half of 48 KB, the limit of a block without opt-in: right on a K20m, a fifth
// of what an H200 can give.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  // Half of the multiprocessor, less what CUDA keeps of each block's share; a
  // block alone may not have more than the opt-in limit.
  bytes = own.sharedMemPerBlock / 2;
  if (bytes > own.sharedMemPerBlockOptin) bytes = own.sharedMemPerBlockOptin;
  // Above 48 KB a launch fails without this; below, it changes nothing.
  error = cudaFuncSetAttribute(add_apart_kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes));
  if (error != cudaSuccess) return error;
  // Where L1 takes its room from shared memory, this kernel wants the latter.
  return cudaFuncSetCacheConfig(add_apart_kernel, cudaFuncCachePreferShared);
