// SPDX-License-Identifier: MIT
// caught by: case "the buffer could not be larger"
// 1 KB for CUDA on every device. A T4 keeps nothing for itself.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  bytes = own.sharedMemPerMultiprocessor / 2 - 1024;
  if (bytes > own.sharedMemPerBlockOptin) bytes = own.sharedMemPerBlockOptin;
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
