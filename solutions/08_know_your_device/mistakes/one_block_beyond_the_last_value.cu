// SPDX-License-Identifier: MIT
// caught by: case "looks up any number of values"
// n / threads + 1 is one too many where n is a multiple of threads: the last
// block copies the table and has no value.

int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * ((threads + 31) / 32);
}

Shape choose_shape(int n, int size) {
  int device = 0;
  cudaDeviceProp own;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&own, device));
  int warps = 0, threads = 32;
  for (int t = own.maxThreadsPerBlock / 32 * 32; t > 0; t -= 32) {
    if (resident_warps(t, size) > warps) {
      warps = resident_warps(t, size), threads = t;
    }
  }
  const int fitting = own.multiProcessorCount * (warps / (threads / 32));
  const int needed = n / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
