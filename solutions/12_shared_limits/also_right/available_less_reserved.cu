// SPDX-License-Identifier: MIT
// Right as well: the runtime says what each of two blocks may have, and the
// kilobyte that it forgets is taken off.

  int device = 0;
  cudaDeviceProp own;
  cudaError_t error = cudaGetDevice(&device);
  if (error != cudaSuccess) return error;
  error = cudaGetDeviceProperties(&own, device);
  if (error != cudaSuccess) return error;
  int threads = 0;
  error = choose_threads(threads);
  if (error != cudaSuccess) return error;
  error = cudaFuncSetAttribute(add_apart_kernel,
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(own.sharedMemPerBlockOptin));
  if (error != cudaSuccess) return error;
  error = cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add_apart_kernel, 2,
                                                    threads);
  bytes -= own.reservedSharedMemPerBlock;
  return error;
