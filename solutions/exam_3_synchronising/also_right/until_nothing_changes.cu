// SPDX-License-Identifier: MIT
// Right as well: each cell takes the least of its neighbours plus one, until no cell
// changes any more.

  constexpr int kEach = kCells / kThreads, kFar = 1 << 20;
  __shared__ int far[kCells];
  __shared__ unsigned char open[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int k = 0; k < kEach; ++k) {
    const int cell = t + k * kThreads;
    open[cell] = !wall[first + cell];
    far[cell] = cell == 0 ? 0 : kFar;
  }
  __syncthreads();
  for (bool changed = true; changed;) {
    int best[kEach];
    bool mine = false;
    for (int k = 0; k < kEach; ++k) {
      const int cell = t + k * kThreads, x = cell % kSide;
      best[k] = far[cell];
      if (!open[cell]) continue;
      int least = best[k];
      if (x > 0) least = min(least, far[cell - 1] + 1);
      if (x < kSide - 1) least = min(least, far[cell + 1] + 1);
      if (cell >= kSide) least = min(least, far[cell - kSide] + 1);
      if (cell < kCells - kSide) least = min(least, far[cell + kSide] + 1);
      best[k] = least;
      mine |= least != far[cell];
    }
    changed = __syncthreads_or(mine) != 0;
    for (int k = 0; k < kEach; ++k) far[t + k * kThreads] = best[k];
    __syncthreads();
  }
  unsigned long long most = 0;
  for (int k = 0; k < kEach; ++k) {
    const int cell = t + k * kThreads;
    const bool reached = far[cell] < kFar;
    steps[first + cell] = reached ? far[cell] : -1;
    if (reached && far[cell] > most) most = far[cell];
  }
  atomicMax(longest, (most << 32) + blockIdx.x);
