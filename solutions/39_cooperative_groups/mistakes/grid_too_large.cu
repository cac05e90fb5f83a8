// SPDX-License-Identifier: MIT
// caught by: case "is right when not all blocks fit at once"
// A block for every 64 values: error 720, cudaErrorCooperativeLaunchTooLarge.

__global__ void all_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  const auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < rounds; ++round) {
    stage(x, p, n);
    grid.sync();  // p is complete
    stage(p, x, n);
    grid.sync();  // x is complete, and nobody needs the old p any more
  }
}

int blocks_for(int n) { return (n + kThreads - 1) / kThreads; }

cudaError_t exchange_rounds(unsigned* x, unsigned* p, int n, int rounds) {
  if (n == 0) return cudaSuccess;
  void* arguments[] = {&x, &p, &n, &rounds};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(all_rounds),
                                     blocks_for(n), kThreads, arguments, 0, 0);
}
