// SPDX-License-Identifier: MIT
// caught by: diagnostic divergent-barrier
// Threads that changed nothing do not wait for the grid.

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
    if (differs) grid.sync();
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
  int device = 0, multiprocessors = 0, resident = 0;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, device));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      &resident, spread_all, kThreads, 0));
  const int needed = (n + kThreads - 1) / kThreads;
  const int most = multiprocessors * resident;
  return needed < most ? needed : most;
}

cudaError_t spread(int* x, int* scratch, int n, int* rounds) {
  if (n == 0) return cudaSuccess;
  void* arguments[] = {&x, &scratch, &n, &rounds};
  return cudaLaunchCooperativeKernel(reinterpret_cast<void*>(spread_all),
                                     blocks_for(n), kThreads, arguments, 0, 0);
}
