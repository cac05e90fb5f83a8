// SPDX-License-Identifier: MIT
// caught by: case "each error is returned"
// When the opt-in fails, 48 KB are taken and the error is hidden.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  bytes = own.sharedMemPerMultiprocessor / 2 - own.reservedSharedMemPerBlock;
  error = cudaFuncSetAttribute(add_apart_kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               int(bytes));
  if (error != cudaSuccess) {
    cudaGetLastError();
    bytes = 48 * 1024;
  }
  return cudaSuccess;
