// SPDX-License-Identifier: MIT
// Right as well: a list of the cells reached last time. One barrier per round,
// since the list and the counter that are written are not the ones read.

  constexpr int kWall = -1, kUnseen = -2;
  __shared__ int far[kCells];
  __shared__ short list[2][kCells];  // cells of this round and of the next
  __shared__ int count[3];           // of this round, the next, and after that
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  if (t < 3) count[t] = t == 0;
  if (t == 0) list[0][0] = 0;
  __syncthreads();
  int round = 0;
  for (; count[round % 3] > 0; ++round) {
    const auto reach = [&](bool inside, int cell) {
      if (!inside) return;
      if (atomicCAS(&far[cell], kUnseen, round + 1) != kUnseen) return;
      const int place = atomicAdd(&count[(round + 1) % 3], 1);
      list[(round + 1) % 2][place] = static_cast<short>(cell);
    };
    for (int i = t; i < count[round % 3]; i += kThreads) {
      const int cell = list[round % 2][i], x = cell % kSide;
      reach(x > 0, cell - 1);
      reach(x < kSide - 1, cell + 1);
      reach(cell >= kSide, cell - kSide);
      reach(cell < kCells - kSide, cell + kSide);
    }
    if (t == 0) count[(round + 2) % 3] = 0;
    __syncthreads();
  }
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
  const unsigned long long most = round - 1;
  if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
