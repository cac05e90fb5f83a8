// SPDX-License-Identifier: MIT
// caught by: case "remembers the longest way of all mazes"
// Two atomics, one to look and one to write: between the two, another block may
// write.

  constexpr int kEach = kCells / kThreads;  // cells of a thread
  constexpr int kWall = -1, kUnseen = -2;
  __shared__ int far[kCells];  // steps, kWall or kUnseen
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  __syncthreads();
  int round = 1;
  for (;; ++round) {
    // Look: which of my cells has a neighbour that was reached last time?
    unsigned reached = 0;
    for (int k = 0; k < kEach; ++k) {
      const int cell = t + k * kThreads, x = cell % kSide;
      if (far[cell] != kUnseen) continue;
      if ((x > 0 && far[cell - 1] == round - 1) ||
          (x < kSide - 1 && far[cell + 1] == round - 1) ||
          (cell >= kSide && far[cell - kSide] == round - 1) ||
          (cell < kCells - kSide && far[cell + kSide] == round - 1)) {
        reached |= 1u << k;
      }
    }
    // All have looked, so cells may change; and all get the same answer, so
    // either every thread leaves or none does.
    if (!__syncthreads_or(reached)) break;
    for (int k = 0; k < kEach; ++k) {
      if (reached >> k & 1) far[t + k * kThreads] = round;
    }
    __syncthreads();  // all have written, so the next round may look
  }
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
  // Steps and maze in one word: nobody can come between the two.
  const unsigned long long most = round - 1;
  const unsigned long long mine = (most << 32) + blockIdx.x;
  if (t == 0 && mine > atomicMax(longest, 0ull)) atomicExch(longest, mine);
