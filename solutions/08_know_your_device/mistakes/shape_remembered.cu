// SPDX-License-Identifier: MIT
// caught by: case "starts the blocks that fit, and no more"
// The search runs once, on the first device that comes.

int resident_warps(int threads, int size) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, shared_bytes(size)));
  return blocks * ((threads + 31) / 32);  // a part of a warp takes a whole one
}

Shape choose_shape(int n, int size) {
  static int threads = 0, fitting = 0;
  if (threads == 0) {
    CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(
        &fitting, &threads, look_up_kernel, shared_bytes(size)));
  }
  const int needed = (n - 1) / threads + 1;
  return {needed < fitting ? needed : fitting, threads};
}
