// SPDX-License-Identifier: MIT
// Right as well: the other end of the search, so the smallest of the best.

int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * ((threads + 31) / 32);  // a part of a warp takes a whole one
}

Shape choose_shape(int n, int size) {
  int device = 0;
  cudaDeviceProp own;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&own, device));
  int warps = 0, threads = 32;
  for (int t = 32; t <= own.maxThreadsPerBlock; t += 32) {
    if (resident_warps(t, size) > warps) {
      warps = resident_warps(t, size), threads = t;
    }
  }
  const int fitting = own.multiProcessorCount * (warps / (threads / 32));
  const int needed = (n - 1) / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
