// SPDX-License-Identifier: MIT
// caught by: case "one cooperative launch of the largest useful grid"
// So many blocks fit on one GPU, and not on another one.

// A grid that stops must stop as one: every block decides by the same flag,
// after a wait for all of them. Three flags take turns. While one is set, the
// next one is cleared; the last one may still be read by a slow block.
__device__ int changed[3];

__global__ void __launch_bounds__(kThreads)
    spread_all(int* x, int* scratch, int n, int* rounds) {
  const auto grid = cooperative_groups::this_grid();
  const int step = gridDim.x * kThreads;
  const int self = blockIdx.x * kThreads + threadIdx.x;
  if (self < 3) changed[self] = 0;
  grid.sync();
  int *from = x, *to = scratch;
  for (int round = 0;; ++round) {
    if (self == 0) changed[(round + 1) % 3] = 0;
    bool differs = false;
    for (int j = self; j < n; j += step) {
      const int most = largest_near(from, n, j);
      differs = differs || most != from[j];
      to[j] = most;
    }
    if (differs) atomicOr(&changed[round % 3], 1);
    grid.sync();  // the round is complete, and all have said what they saw
    if (changed[round % 3] == 0) {
      // The last round changed nothing: both arrays hold the result.
      if (self == 0) *rounds = round;
      return;
    }
    int* const old = from;
    from = to;
    to = old;
  }
}

// As many blocks as have a value, but all of them must be resident.
int blocks_for(int n) {
  const int needed = (n + kThreads - 1) / kThreads;
  const int most = 16;
  return needed < most ? needed : most;
}

cudaError_t spread(int* x, int* scratch, int n, int* rounds) {
  if (n == 0) return cudaSuccess;
  void* arguments[] = {&x, &scratch, &n, &rounds};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(spread_all),
                                     blocks_for(n), kThreads, arguments, 0, 0);
}
