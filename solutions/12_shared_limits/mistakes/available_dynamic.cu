// SPDX-License-Identifier: MIT
// caught by: case "two blocks are resident on every device"
// Asks for the room of each of two blocks, and gets half of the whole: what
// CUDA keeps of each block's share is not taken off.

  int threads = 0, device = 0, most = 0;
  cudaError_t error = choose_threads(threads);
  if (error != cudaSuccess) return error;
  error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 device);
  if (error != cudaSuccess) return error;
  error = cudaFuncSetAttribute(
      add_apart_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  if (error != cudaSuccess) return error;
  return cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add_apart_kernel, 2,
                                                   threads);
