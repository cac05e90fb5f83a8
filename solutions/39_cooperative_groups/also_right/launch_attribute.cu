// SPDX-License-Identifier: MIT
// The newer launch call: "cooperative" is an attribute of the launch.

__global__ void all_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < rounds; ++round) {
    stage(x, p, n);
    cooperative_groups::sync(grid);  // p is complete
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
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(blocks_for(n));
  config.blockDim = dim3(kThreads);
  config.attrs = &attribute;
  config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, all_rounds, x, p, n, rounds);
}
