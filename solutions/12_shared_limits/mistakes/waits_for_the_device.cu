// SPDX-License-Identifier: MIT
// caught by: case "each error is returned"
// The right buffer, and a wait for all that was launched before.

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
  error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return error;
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
