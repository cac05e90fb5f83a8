// SPDX-License-Identifier: MIT
// caught by: case "walks through mazes of every kind"
// The cell after the last one of a row is no neighbour: it begins the next row.

  __shared__ int step[kCells];
  const int t = threadIdx.x;
  for (int c = t; c < kCells; c += kThreads)
    step[c] = wall[blockIdx.x * kCells + c] ? -2 : c ? -1 : 0;
  __syncthreads();
  int r = 1;
  for (;; ++r) {
    unsigned hit = 0;
    for (int k = 0; k < 4; ++k) {
      const int c = t + k * kThreads;
      if (step[c] != -1) continue;
      if ((c >= kSide && step[c - kSide] == r - 1) ||
          (c + kSide < kCells && step[c + kSide] == r - 1) ||
          (c > 0 && step[c - 1] == r - 1) ||
          (c + 1 < kCells && step[c + 1] == r - 1))
        hit |= 1u << k;
    }
    if (!__syncthreads_or(hit)) break;
    for (int k = 0; k < 4; ++k)
      if (hit >> k & 1) step[t + k * kThreads] = r;
    __syncthreads();
  }
  for (int c = t; c < kCells; c += kThreads)
    steps[blockIdx.x * kCells + c] = max(step[c], -1);
  if (t == 0)
    atomicMax(longest, (unsigned long long)(r - 1) << 32 | blockIdx.x);
