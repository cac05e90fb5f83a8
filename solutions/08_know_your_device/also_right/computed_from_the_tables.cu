// SPDX-License-Identifier: MIT
// Right as well: no occupancy call. Registers go to warps in portions of 256, and
// a warp and its registers belong to one of four parts of a multiprocessor.

int resident_warps(int threads, int size) {
  int device = 0;
  cudaDeviceProp own;
  cudaFuncAttributes kernel;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&own, device));
  CUDA_CHECK(cudaFuncGetAttributes(&kernel, look_up_kernel));
  const int warps = (threads + 31) / 32;
  const int of_warp = (kernel.numRegs * 32 + 255) / 256 * 256;
  const int by_registers = own.regsPerMultiprocessor / 4 / of_warp * 4 / warps;
  const size_t bytes =
      (shared_bytes(size) + own.reservedSharedMemPerBlock + 127) / 128 *
      128;  // in portions of 128
  int blocks = static_cast<int>(own.sharedMemPerMultiprocessor / bytes);
  for (int most : {own.maxBlocksPerMultiProcessor, by_registers,
                   own.maxThreadsPerMultiProcessor / 32 / warps}) {
    if (most < blocks) blocks = most;
  }
  return blocks * warps;
}

Shape choose_shape(int n, int size) {
  int device = 0;
  cudaDeviceProp own;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&own, device));
  int warps = 0, threads = 32;
  // From the largest block down: of equal ones it copies the table least often.
  for (int t = own.maxThreadsPerBlock / 32 * 32; t > 0; t -= 32) {
    if (resident_warps(t, size) > warps) {
      warps = resident_warps(t, size), threads = t;
    }
  }
  const int fitting = own.multiProcessorCount * (warps / (threads / 32));
  const int needed = (n - 1) / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
