// SPDX-License-Identifier: MIT
// caught by: diagnostic stale-load
// The edges of the neighbours by __ldg: two steps later the same words hold other
// values, in the same launch.

// A step needs two values that other threads hold. Those of the same block pass
// through shared memory, those of another block through `edges`. Both exist
// twice and take turns: a fast thread may store for the next step while a slow
// one still reads for this step. So one wait per step is enough.
__global__ void __launch_bounds__(kThreads)
    all_steps(unsigned* x, unsigned* edges, int n, int steps) {
  __shared__ unsigned first[2][kThreads], last[2][kThreads];
  const auto grid = cooperative_groups::this_grid();
  const int t = threadIdx.x, b = blockIdx.x;
  const int begin = (b * kThreads + t) * kEach;
  const int count = min(kEach, n - begin);  // below 1: no value is ours
  unsigned mine[kEach];
  for (int i = 0; i < kEach; ++i) mine[i] = i < count ? x[begin + i] : 0;
  for (int s = 0; s < steps; ++s) {
    const int turn = s % 2;
    unsigned* const edge = edges + turn * 2 * gridDim.x;  // two per block
    first[turn][t] = mine[0];
    last[turn][t] = mine[kEach - 1];
    if (t == 0) edge[2 * b] = mine[0];
    if (t == kThreads - 1) edge[2 * b + 1] = mine[kEach - 1];
    grid.sync();  // what all blocks show is there
    unsigned left = 0, right = 0;
    if (t > 0) {
      left = last[turn][t - 1];
    } else if (b > 0) {
      left = __ldg(&edge[2 * (b - 1) + 1]);
    }
    if (t < kThreads - 1) {
      right = first[turn][t + 1];
    } else if (b + 1 < int(gridDim.x)) {
      right = __ldg(&edge[2 * (b + 1)]);
    }
    step(mine, count, left, right);
  }
  for (int i = 0; i < kEach; ++i) {
    if (i < count) x[begin + i] = mine[i];
  }
}

cudaError_t smooth(unsigned* x, unsigned* edges, int n, int steps) {
  if (n == 0) return cudaSuccess;
  const int blocks = (n - 1) / kPerBlock + 1;
  void* arguments[] = {&x, &edges, &n, &steps};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(all_steps), blocks,
                                     kThreads, arguments, 0, 0);
}

// A block keeps its values until the end, so all blocks must be resident. How
// many are depends on the device and on what this kernel needs.
int most_values() {
  int device = 0, multiprocessors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, all_steps,
                                                           kThreads, 0));
  return multiprocessors * resident * kPerBlock;
}
