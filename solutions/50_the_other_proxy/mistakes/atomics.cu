// SPDX-License-Identifier: MIT
// caught by: case "no thread adds to the bins"
// Right, and each block adds 256 counts by atomics of its threads.

  for (int frame = 0; frame < frames; ++frame) {
    unsigned* const mine = counts[frame % 2];
    mine[threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, mine);
    __syncthreads();
    atomicAdd(&bins[frame * kBins + threadIdx.x], mine[threadIdx.x]);
  }
