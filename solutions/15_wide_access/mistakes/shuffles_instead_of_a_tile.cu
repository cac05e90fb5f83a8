// SPDX-License-Identifier: MIT
// caught by: case "a row takes 8 wide stores and 8 wide loads"
// Right, and fast: eight lanes add up one row with shuffles (lesson 28). But the
// task asks for a tile in shared memory.

  const int first = blockIdx.x * kThreads;
  for (int k = threadIdx.x; k < kThreads * kVectors; k += kThreads) {
    const int row = k / kVectors, v = k % kVectors;
    float sum = 0;
    if (first + row < rows) sum = weighted(in[(first + row) * kVectors + v], v);
    for (int step = 4; step > 0; step /= 2) {
      sum += __shfl_xor_sync(~0u, sum, step);
    }
    if (v == 0 && first + row < rows) out[first + row] = sum;
  }
