// SPDX-License-Identifier: MIT
// caught by: case "two blocks are resident on every device"
// All that a block may have; the second block does not fit any more.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  // Half of the multiprocessor, less what CUDA keeps of each block's share; a
  // block alone may not have more than the opt-in limit.
  bytes = own.sharedMemPerBlockOptin;
  // Above 48 KB a launch fails without this; below, it changes nothing.
  error = cudaFuncSetAttribute(add_apart_kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes));
  if (error != cudaSuccess) return error;
  // Where L1 takes its room from shared memory, this kernel wants the latter.
  return cudaFuncSetCacheConfig(add_apart_kernel, cudaFuncCachePreferShared);
