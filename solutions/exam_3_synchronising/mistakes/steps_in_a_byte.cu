// SPDX-License-Identifier: MIT
// caught by: case "walks through mazes of every kind"
// A byte holds 255 steps. A winding maze takes 527.

  constexpr int kEach = kCells / kThreads;  // cells of a thread
  constexpr unsigned char kWall = 254, kUnseen = 255;
  __shared__ unsigned char far[kCells];  // steps, kWall or kUnseen
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  __syncthreads();
  int round = 1;
  for (;; ++round) {
    unsigned reached = 0;
    for (int k = 0; k < kEach; ++k) {
      const int cell = t + k * kThreads, x = cell % kSide;
      if (far[cell] != kUnseen) continue;
      if ((x > 0 && far[cell - 1] == (round - 1) % 254) ||
          (x < kSide - 1 && far[cell + 1] == (round - 1) % 254) ||
          (cell >= kSide && far[cell - kSide] == (round - 1) % 254) ||
          (cell < kCells - kSide && far[cell + kSide] == (round - 1) % 254)) {
        reached |= 1u << k;
      }
    }
    if (!__syncthreads_or(reached)) break;
    for (int k = 0; k < kEach; ++k) {
      if (reached >> k & 1) far[t + k * kThreads] = round % 254;
    }
    __syncthreads();  // all have written, so the next round may look
  }
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] < kWall ? far[cell] : -1;
  }
  const unsigned long long most = round - 1;
  if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
