// SPDX-License-Identifier: MIT
// caught by: case "two blocks are resident on every device"
// The program prefers half of the K20m's memory for L1, and nobody objects.

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
  return error;
