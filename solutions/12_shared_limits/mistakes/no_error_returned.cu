// SPDX-License-Identifier: MIT
// caught by: case "each error is returned"
// All calls are right, and none of their errors is looked at.

  int device = 0;
  cudaDeviceProp own;
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&own, device);
  bytes = own.sharedMemPerMultiprocessor / 2 - own.reservedSharedMemPerBlock;
  if (bytes > own.sharedMemPerBlockOptin) bytes = own.sharedMemPerBlockOptin;
  cudaFuncSetAttribute(add_apart_kernel,
                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(bytes));
  return cudaSuccess;
