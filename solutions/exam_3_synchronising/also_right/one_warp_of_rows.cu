// SPDX-License-Identifier: MIT
// Right as well: 1024 cells are 32 rows of 32 bits. Each lane of one warp keeps a
// row, and shuffles bring the rows above and below.

  __shared__ unsigned char cells[kCells];
  __shared__ short far[kCells];
  const int first = blockIdx.x * kCells, t = threadIdx.x;
  for (int k = 0; k < kCells / kThreads; ++k) {
    const int cell = t + k * kThreads;
    cells[cell] = wall[first + cell];
    far[cell] = -1;
  }
  __syncthreads();
  if (t < 32) {
    unsigned open = 0;
    for (int x = 0; x < kSide; ++x)
      open |= unsigned(!cells[t * kSide + x]) << x;
    unsigned known = t == 0, reached = known;
    int round = 0;
    while (__any_sync(~0u, reached != 0)) {
      for (unsigned left = reached; left; left &= left - 1) {
        far[t * kSide + __ffs(left) - 1] = short(round);
      }
      const unsigned up = __shfl_up_sync(~0u, reached, 1);
      const unsigned down = __shfl_down_sync(~0u, reached, 1);
      unsigned next = reached << 1 | reached >> 1;
      if (t > 0) next |= up;
      if (t < 31) next |= down;
      reached = next & open & ~known;
      known |= reached;
      ++round;
    }
    const unsigned long long most = round - 1;
    if (t == 0) atomicMax(longest, (most << 32) + blockIdx.x);
  }
  __syncthreads();
  for (int cell = t; cell < kCells; cell += kThreads)
    steps[first + cell] = far[cell];
