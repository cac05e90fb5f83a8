// SPDX-License-Identifier: MIT
// *rounds itself is the number that only grows, and each block asks its own
// threads first.

__global__ void __launch_bounds__(kThreads)
    spread_all(int* x, int* scratch, int n, int* rounds) {
  auto grid = cooperative_groups::this_grid();
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int stride = gridDim.x * blockDim.x;
  if (first == 0) *rounds = 0;
  grid.sync();
  int *from = x, *to = scratch;
  int done = 0;
  for (;;) {
    bool changed = false;
    for (int j = first; j < n; j += stride) {
      const int v = largest_near(from, n, j);
      if (v != from[j]) changed = true;
      to[j] = v;
    }
    if (__syncthreads_or(changed) && threadIdx.x == 0)
      atomicMax(rounds, done + 1);
    grid.sync();
    if (*(volatile int*)rounds == done) break;
    ++done;
    int* t = from;
    from = to;
    to = t;
  }
  if (to == x) return;
  for (int j = first; j < n; j += stride) x[j] = from[j];
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
  return cudaLaunchCooperativeKernel((void*)spread_all, blocks, kThreads, args,
                                     0, 0);
}
