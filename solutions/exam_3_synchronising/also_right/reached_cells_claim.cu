// SPDX-License-Identifier: MIT
// A cell that was reached last time claims its neighbours. Few cells are, so
// fewer lanes are busy than where each cell asks its neighbours.

  __shared__ int step[kCells];
  const int t = threadIdx.x, base = blockIdx.x * kCells;
  for (int c = t; c < kCells; c += kThreads)
    step[c] = wall[base + c] ? -2 : c ? -1 : 0;  // -2: a wall
  __syncthreads();
  int round = 0;
  for (;; ++round) {
    int front = 0;  // a bit for each own cell that was reached last time
    for (int c = t, k = 0; c < kCells; c += kThreads, ++k)
      if (step[c] == round) front |= 1 << k;
    __syncthreads();  // all have looked, then cells change
    const auto claim = [&](bool inside, int to) {
      return inside && atomicCAS(&step[to], -1, round + 1) == -1;
    };
    bool found = false;
    for (int c = t; front != 0; c += kThreads, front >>= 1) {
      if (front % 2 == 0) continue;
      found |= claim(c >= kSide, c - kSide);
      found |= claim(c < kCells - kSide, c + kSide);
      found |= claim(c % kSide > 0, c - 1);
      found |= claim(c % kSide < kSide - 1, c + 1);
    }
    if (!__syncthreads_or(found)) break;
  }
  for (int c = t; c < kCells; c += kThreads)
    steps[base + c] = step[c] < 0 ? -1 : step[c];
  if (t == 0) {
    atomicMax(longest,
              (static_cast<unsigned long long>(round) << 32) + blockIdx.x);
  }
