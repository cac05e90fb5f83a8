// SPDX-License-Identifier: MIT
// caught by: case "most_values() fits, and one more does not"
// most_values() asks once, and gives the first device's answer on all.

namespace cg = cooperative_groups;
__global__ void __launch_bounds__(kThreads)
    all_steps(unsigned* x, unsigned* edges, int n, int steps) {
  const auto grid = cg::this_grid();
  __shared__ unsigned first[2][kThreads], last[2][kThreads];
  const int t = threadIdx.x;
  const long long begin = (long long)blockIdx.x * kPerBlock + t * kEach;
  int count = 0;
  if (begin < n) count = n - begin < kEach ? int(n - begin) : kEach;
  unsigned mine[kEach];
  for (int i = 0; i < kEach; ++i) mine[i] = i < count ? x[begin + i] : 0;
  for (int s = 0; s < steps; ++s) {
    const int p = s & 1;
    unsigned* set = edges + p * 2 * gridDim.x;
    first[p][t] = mine[0];
    last[p][t] = mine[kEach - 1];
    if (t == 0) set[2 * blockIdx.x] = mine[0];
    if (t == kThreads - 1) set[2 * blockIdx.x + 1] = mine[kEach - 1];
    grid.sync();
    unsigned left = 0, right = 0;
    if (t > 0)
      left = last[p][t - 1];
    else if (blockIdx.x > 0)
      left = set[2 * blockIdx.x - 1];
    if (t < kThreads - 1)
      right = first[p][t + 1];
    else if (blockIdx.x + 1 < gridDim.x)
      right = set[2 * blockIdx.x + 2];
    step(mine, count, left, right);
  }
  for (int i = 0; i < count; ++i) x[begin + i] = mine[i];
}
cudaError_t smooth(unsigned* x, unsigned* edges, int n, int steps) {
  if (n == 0) return cudaSuccess;
  void* args[] = {&x, &edges, &n, &steps};
  return cudaLaunchCooperativeKernel(
      (void*)all_steps, (n + kPerBlock - 1) / kPerBlock, kThreads, args, 0, 0);
}
int most_values() {
  static int most = 0;
  if (most == 0) {
    int blocks = 0, sms = 0;
    CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, all_steps,
                                                             kThreads, 0));
    CUDA_CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    most = blocks * sms * kPerBlock;
  }
  return most;
}
