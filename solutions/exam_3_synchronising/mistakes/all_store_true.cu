// SPDX-License-Identifier: MIT
// caught by: diagnostic shared-race
// Many threads store the same value. It is a race all the same.

  constexpr int kWall = -1, kUnseen = -2;
  __shared__ int far[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  __shared__ bool more;
  if (t == 0) more = false;
  __syncthreads();
  int round = 1;
  for (;; ++round) {
    unsigned reached = 0;
    for (int k = 0; k < kCells / kThreads; ++k) {
      const int cell = t + k * kThreads, x = cell % kSide;
      if (far[cell] != kUnseen) continue;
      if ((x > 0 && far[cell - 1] == round - 1) ||
          (x < kSide - 1 && far[cell + 1] == round - 1) ||
          (cell >= kSide && far[cell - kSide] == round - 1) ||
          (cell < kCells - kSide && far[cell + kSide] == round - 1))
        reached |= 1u << k;
    }
    if (reached) more = true;
    __syncthreads();
    const bool go = more;
    for (int k = 0; k < kCells / kThreads; ++k)
      if (reached >> k & 1) far[t + k * kThreads] = round;
    __syncthreads();
    if (!go) break;
    if (t == 0) more = false;
    __syncthreads();
  }
  for (int cell = t; cell < kCells; cell += kThreads)
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  const unsigned long long most = round - 1;
  if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
