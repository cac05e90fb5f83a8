// SPDX-License-Identifier: MIT
// caught by: case "starts the blocks that fit, and no more"
// Two blocks for each place, as for work whose blocks end at different times.
// Each of them copies the table.

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
  // From the largest block down: of equal ones it copies the table least often.
  for (int t = own.maxThreadsPerBlock / 32 * 32; t > 0; t -= 32) {
    if (resident_warps(t, size) > warps) {
      warps = resident_warps(t, size), threads = t;
    }
  }
  const int fitting = 2 * own.multiProcessorCount * (warps / (threads / 32));
  const int needed = (n - 1) / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
