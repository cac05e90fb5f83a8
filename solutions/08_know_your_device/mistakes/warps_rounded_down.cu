// SPDX-License-Identifier: MIT
// caught by: case "counts the warps of blocks of 33 threads"
// caught by: case "counts the warps of any block"
// 33 threads are taken for one warp, although the second one takes its place.

int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * (threads / 32);
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
