// SPDX-License-Identifier: MIT
// Right as well: asks for a smaller buffer, and again, until two blocks are
// resident. It makes many calls, and each can fail.

  int device = 0, most = 0, threads = 0, blocks = 0;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = choose_threads(threads);
  if (error == cudaSuccess) {
    error = cudaDeviceGetAttribute(
        &most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
  }
  for (; error == cudaSuccess && blocks < 2; most -= 128) {
    bytes = most;
    error = cudaFuncSetAttribute(
        add_apart_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most);
    if (error != cudaSuccess) break;
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, add_apart_kernel, threads, bytes);
  }
  return error;
