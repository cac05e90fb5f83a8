// SPDX-License-Identifier: MIT
// caught by: case "each warp makes one shuffle"
// caught by: case "values pass through registers only"
// No shuffle: every lane loads its leader's value from memory.

  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int from = i / width * width + leader % width;
  if (i < count) out[i] = in[i] - (from < count ? in[from] : 0);
