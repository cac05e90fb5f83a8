// SPDX-License-Identifier: MIT
// caught by: case "the buffer could not be larger"
// Half of 48 KB, the limit of a block without opt-in: a fifth of what an H200
// can give.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  bytes = own.sharedMemPerBlock / 2;
  return cudaFuncSetAttribute(add_apart_kernel,
                              cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
