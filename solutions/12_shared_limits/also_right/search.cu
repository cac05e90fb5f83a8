// SPDX-License-Identifier: MIT
// Right as well: ask the occupancy call with smaller and smaller buffers.

  int device = 0, most = 0, blocks = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 device);
  if (error != cudaSuccess) return error;
  error = cudaFuncSetAttribute(
      add_apart_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  if (error != cudaSuccess) return error;
  error = cudaFuncSetCacheConfig(add_apart_kernel, cudaFuncCachePreferShared);
  for (bytes = most; error == cudaSuccess && blocks < 2; bytes -= 128) {
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, add_apart_kernel, kThreads, bytes);
    if (blocks >= 2) break;
  }
  return error;
