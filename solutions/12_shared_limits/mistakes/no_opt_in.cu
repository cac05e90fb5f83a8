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
  bytes = own.sharedMemPerMultiprocessor / 2 - own.reservedSharedMemPerBlock;
  if (bytes > own.sharedMemPerBlockOptin) bytes = own.sharedMemPerBlockOptin;
  return cudaSuccess;
