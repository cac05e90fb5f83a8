// SPDX-License-Identifier: MIT
// caught by: case "looks up any number of values"
// Twelve values for each thread: most blocks that have a value are missing.

int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * ((threads + 31) / 32);
}

Shape choose_shape(int n, int size) {
  int device = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  cudaDeviceProp d;
  CUDA_CHECK(cudaGetDeviceProperties(&d, device));
  int best = 0, threads = 32;
  for (int t = 32; t <= d.maxThreadsPerBlock; t += 32) {
    const int warps = resident_warps(t, size);
    if (warps > best) best = warps, threads = t;
  }
  const int fitting = d.multiProcessorCount * (best / (threads / 32));
  const int needed = (n - 1) / (kBatch * threads) + 1;
  return {needed < fitting ? needed : fitting, threads};
}
