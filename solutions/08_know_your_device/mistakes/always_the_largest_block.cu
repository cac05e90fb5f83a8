// SPDX-License-Identifier: MIT
// caught by: case "fills every device"
// Right on a T4. On an H200 the registers of 1024 threads leave no room for a
// second such block, but three or more of 384 fit.

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
  const int threads = own.maxThreadsPerBlock;
  const int warps = resident_warps(threads, size);
  const int fitting = own.multiProcessorCount * (warps / (threads / 32));
  const int needed = (n - 1) / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
