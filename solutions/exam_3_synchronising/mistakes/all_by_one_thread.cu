// SPDX-License-Identifier: MIT
// caught by: case "the threads of a block share the maze"
// 255 threads leave at once.

  if (threadIdx.x > 0) return;
  __shared__ int far[kCells];
  __shared__ short queue[kCells];
  const int first = blockIdx.x * kCells;
  for (int cell = 0; cell < kCells; ++cell)
    far[cell] = wall[first + cell] ? -1 : -2;
  int count = 1;
  queue[0] = 0, far[0] = 0;
  for (int i = 0; i < count; ++i) {
    const int cell = queue[i], x = cell % kSide;
    const int to[4] = {x > 0 ? cell - 1 : -1, x < kSide - 1 ? cell + 1 : -1,
                       cell - kSide, cell < kCells - kSide ? cell + kSide : -1};
    for (int k = 0; k < 4; ++k) {
      if (to[k] < 0 || far[to[k]] != -2) continue;
      far[to[k]] = far[cell] + 1;
      queue[count++] = to[k];
    }
  }
  const unsigned long long most = far[queue[count - 1]];
  atomicMax(longest, (most << 32) + blockIdx.x);
  for (int cell = 0; cell < kCells; ++cell)
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
