// SPDX-License-Identifier: MIT
// Right as well: the runtime has a call that searches and multiplies.

int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * ((threads - 1) / 32 + 1);
}

Shape choose_shape(int n, int size) {
  int blocks = 0, threads = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(
      &blocks, &threads, look_up_kernel, shared_bytes(size)));
  const int needed = (n - 1) / threads + 1;
  return {needed < blocks ? needed : blocks, threads};
}
