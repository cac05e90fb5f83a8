// SPDX-License-Identifier: MIT
// caught by: case "a cell is loaded and stored once"
// Walls are looked up in global memory, again in each round.

  constexpr int kEach = kCells / kThreads;  // cells of a thread
  constexpr int kUnseen = -2;
  __shared__ int far[kCells];  // steps, kWall or kUnseen
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = cell == 0 ? 0 : kUnseen;
  }
  __syncthreads();
  int round = 1;
  for (;; ++round) {
    unsigned reached = 0;
    for (int k = 0; k < kEach; ++k) {
      const int cell = t + k * kThreads, x = cell % kSide;
      if (far[cell] != kUnseen || wall[first + cell]) continue;
      if ((x > 0 && far[cell - 1] == round - 1) ||
          (x < kSide - 1 && far[cell + 1] == round - 1) ||
          (cell >= kSide && far[cell - kSide] == round - 1) ||
          (cell < kCells - kSide && far[cell + kSide] == round - 1)) {
        reached |= 1u << k;
      }
    }
    if (!__syncthreads_or(reached)) break;
    for (int k = 0; k < kEach; ++k) {
      if (reached >> k & 1) far[t + k * kThreads] = round;
    }
    __syncthreads();  // all have written, so the next round may look
  }
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
  const unsigned long long most = round - 1;
  if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
