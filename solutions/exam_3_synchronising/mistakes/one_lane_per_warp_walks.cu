// SPDX-License-Identifier: MIT
// caught by: case "the threads of a block share the maze"
// Eight threads look at 128 cells each; the other lanes only wait.

  constexpr int kWall = -1, kUnseen = -2, kEach = kCells * 32 / kThreads;
  __shared__ int far[kCells], found[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  __syncthreads();
  int round = 1;
  for (;; ++round) {
    int count = 0;
    const int begin = t / 32 * kEach;
    for (int cell = begin; t % 32 == 0 && cell < begin + kEach; ++cell) {
      const int x = cell % kSide;
      if (far[cell] != kUnseen) continue;
      if ((x > 0 && far[cell - 1] == round - 1) ||
          (x < kSide - 1 && far[cell + 1] == round - 1) ||
          (cell >= kSide && far[cell - kSide] == round - 1) ||
          (cell < kCells - kSide && far[cell + kSide] == round - 1)) {
        found[begin + count++] = cell;
      }
    }
    if (!__syncthreads_or(count)) break;
    for (int i = begin; i < begin + count; ++i) far[found[i]] = round;
    __syncthreads();
  }
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
  const unsigned long long most = round - 1;
  if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
