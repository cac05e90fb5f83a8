// SPDX-License-Identifier: MIT
// caught by: case "two blocks are resident on every device"
// The limits of device 0, whichever device is the current one.

  cudaDeviceProp own;
  const cudaError_t error = cudaGetDeviceProperties(&own, 0);
  if (error != cudaSuccess) return error;
  bytes = own.sharedMemPerMultiprocessor / 2 - own.reservedSharedMemPerBlock;
  if (bytes > own.sharedMemPerBlockOptin) bytes = own.sharedMemPerBlockOptin;
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
