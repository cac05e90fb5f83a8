// SPDX-License-Identifier: MIT
// caught by: case "counts what each device holds"
// The limits of one device stand in the code, and neither registers nor shared
// memory are asked about.

int resident_warps(int threads, int) {
  const int warps = (threads + 31) / 32;
  return (64 / warps < 32 ? 64 / warps : 32) * warps;
}

Shape choose_shape(int n, int size) {
  int blocks = 0, threads = 0;
  CUDA_CHECK(cudaOccupancyMaxPotentialBlockSize(
      &blocks, &threads, look_up_kernel, shared_bytes(size)));
  const int needed = (n - 1) / threads + 1;
  return {needed < blocks ? needed : blocks, threads};
}
