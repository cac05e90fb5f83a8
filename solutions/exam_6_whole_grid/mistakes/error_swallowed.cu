// SPDX-License-Identifier: MIT
// caught by: case "one cooperative launch of the largest useful grid"
// The launch may fail, and the caller is told that all is well.

__device__ unsigned flags[3];
__global__ void __launch_bounds__(kThreads)
    spread_all(int* x, int* scratch, int n, int* rounds) {
  auto grid = cooperative_groups::this_grid();
  if (grid.thread_rank() < 3) flags[grid.thread_rank()] = 0;
  grid.sync();
  int r = 0;
  while (true) {
    int* from = r % 2 ? scratch : x;
    int* to = r % 2 ? x : scratch;
    for (int j = int(grid.thread_rank()); j < n; j += int(grid.size())) {
      to[j] = largest_near(from, n, j);
      if (to[j] != from[j]) atomicOr(&flags[r % 3], 1u);
    }
    if (grid.thread_rank() == 0) flags[(r + 1) % 3] = 0;
    grid.sync();
    if (!flags[r % 3]) break;
    ++r;
  }
  if (grid.thread_rank() == 0) *rounds = r;
}
cudaError_t spread(int* x, int* scratch, int n, int* rounds) {
  if (n == 0) return cudaSuccess;
  int each = 0, device = 0, sms = 0;
  cudaError_t e = cudaGetDevice(&device);
  if (e == cudaSuccess)
    e = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  if (e == cudaSuccess)
    e = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, spread_all,
                                                      kThreads, 0);
  if (e != cudaSuccess) return e;
  int blocks = (n + kThreads - 1) / kThreads;
  if (blocks > each * sms) blocks = each * sms;
  void* args[] = {&x, &scratch, &n, &rounds};
  (void)cudaLaunchCooperativeKernel((void*)spread_all, blocks, kThreads, args,
                                    0, 0);
  return cudaSuccess;
}
