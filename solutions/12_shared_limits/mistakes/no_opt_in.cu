// SPDX-License-Identifier: MIT
// caught by: case "adds within 5 values"
// caught by: case "two blocks are resident on every device"
// More than 48 KB for a block without asking: the launch fails, and the error
// is the only sign of it.

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
  // Where L1 takes its room from shared memory, this kernel wants the latter.
  return cudaFuncSetCacheConfig(add_apart_kernel, cudaFuncCachePreferShared);
