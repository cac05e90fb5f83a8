// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// Only threads with a value wait. In the last warp some do not come.

__global__ void all_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < rounds; ++round) {
    stage(x, p, n);
    if (grid.thread_rank() < n) grid.sync();
    stage(p, x, n);
    grid.sync();  // x is complete, and nobody needs the old p any more
  }
}

// Every block of a cooperative grid must be resident, so the grid may not be
// larger than what fits on this device, with this kernel and this block.
int blocks_for(int n) {
  int device = 0, multiprocessors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &resident, all_rounds, kThreads, 0));
  const int needed = (n + kThreads - 1) / kThreads;
  const int most = multiprocessors * resident;
  return needed < most ? needed : most;
}

cudaError_t exchange_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  if (n == 0) return cudaSuccess;
  void* arguments[] = {&x, &p, &n, &rounds};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(all_rounds),
                                     blocks_for(n), kThreads, arguments, 0, 0);
}
