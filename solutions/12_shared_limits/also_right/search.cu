// SPDX-License-Identifier: MIT
// Right as well: ask the occupancy call with smaller and smaller buffers.

  int threads = 0, device = 0, most = 0, blocks = 0;
  cudaError_t error = choose_threads(threads);
  if (error != cudaSuccess) return error;
  error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                 device);
  if (error != cudaSuccess) return error;
  error = cudaFuncSetAttribute(
      add_apart_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
  for (bytes = most; error == cudaSuccess; bytes -= 128) {
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, add_apart_kernel, threads, bytes);
    if (blocks >= 2) break;
  }
  return error;
