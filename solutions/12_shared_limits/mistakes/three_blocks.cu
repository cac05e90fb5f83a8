// SPDX-License-Identifier: MIT
// caught by: case "the buffer could not be larger"
// As much as three blocks may have: no multiprocessor has threads for three.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  bytes = own.sharedMemPerMultiprocessor / 3 - own.reservedSharedMemPerBlock;
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
