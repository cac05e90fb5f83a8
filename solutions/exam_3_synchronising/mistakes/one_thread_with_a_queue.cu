// SPDX-License-Identifier: MIT
// caught by: case "the threads of a block share the maze"
// All load and store, but one thread walks, cell after cell.

  constexpr int kWall = -1, kUnseen = -2;
  __shared__ int far[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int cell = t; cell < kCells; cell += kThreads) {
    far[cell] = wall[first + cell] ? kWall : cell == 0 ? 0 : kUnseen;
  }
  __shared__ short queue[kCells];
  __syncthreads();
  if (t == 0) {
    int count = 1;
    queue[0] = 0;
    for (int i = 0; i < count; ++i) {
      const int cell = queue[i], x = cell % kSide;
      const int to[4] = {x > 0 ? cell - 1 : -1, x < kSide - 1 ? cell + 1 : -1,
                         cell - kSide,
                         cell < kCells - kSide ? cell + kSide : -1};
      for (int k = 0; k < 4; ++k) {
        if (to[k] < 0 || far[to[k]] != kUnseen) continue;
        far[to[k]] = far[cell] + 1;
        queue[count++] = to[k];
      }
    }
    const unsigned long long most = far[queue[count - 1]];
    atomicMax(longest, (most << 32) + blockIdx.x);
  }
  __syncthreads();
  for (int cell = t; cell < kCells; cell += kThreads) {
    steps[first + cell] = far[cell] >= 0 ? far[cell] : -1;
  }
