// SPDX-License-Identifier: MIT
// Right as well: a lane looks at the cells of its column in four rows, and
// __syncthreads_count says how many were found.

  constexpr int kRows = kCells / kThreads;
  __shared__ short far[kSide + 2][kSide + 2];  // a frame of walls around
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  const int x = t % kSide + 1, top = t / kSide * kRows + 1;
  for (int i = t; i < (kSide + 2) * (kSide + 2); i += kThreads) far[0][i] = -1;
  __syncthreads();
  for (int k = 0; k < kRows; ++k) {
    const int cell = (top + k - 1) * kSide + x - 1;
    far[top + k][x] = wall[first + cell] ? -1 : cell == 0 ? 0 : -2;
  }
  __syncthreads();
  int round = 1;
  while (true) {
    bool found[kRows];
    int count = 0;
    for (int k = 0; k < kRows; ++k) {
      const int y = top + k, last = round - 1;
      found[k] =
          far[y][x] == -2 && (far[y - 1][x] == last || far[y + 1][x] == last ||
                              far[y][x - 1] == last || far[y][x + 1] == last);
      count += found[k];
    }
    if (__syncthreads_count(count) == 0) break;
    for (int k = 0; k < kRows; ++k) {
      if (found[k]) far[top + k][x] = short(round);
    }
    ++round;
    __syncthreads();
  }
  for (int k = 0; k < kRows; ++k) {
    const int cell = (top + k - 1) * kSide + x - 1;
    steps[first + cell] = max(int(far[top + k][x]), -1);
  }
  if (t == 0) {
    atomicMax(longest,
              (static_cast<unsigned long long>(round - 1) << 32) + blockIdx.x);
  }
