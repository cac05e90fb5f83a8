// SPDX-License-Identifier: MIT
// caught by: case "counts what each device holds"
// The shape comes from a call that knows the bytes, but resident_warps asks about
// blocks without shared memory.

int resident_warps(int threads, int) {
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, look_up_kernel, threads, 0));
  return blocks * ((threads + 31) / 32);  // a part of a warp takes a whole one
}

Shape choose_shape(int n, int size) {
  int blocks = 0, threads = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(
      &blocks, &threads, look_up_kernel, shared_bytes(size)));
  const int needed = (n - 1) / threads + 1;
  return {needed < blocks ? needed : blocks, threads};
}
