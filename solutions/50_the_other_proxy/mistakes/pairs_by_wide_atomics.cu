// SPDX-License-Identifier: MIT
// caught by: case "no thread adds to the bins"
// Atomics of 64 bits add two counts at once: half as many.

  for (int frame = 0; frame < frames; ++frame) {
    counts[0][threadIdx.x] = 0;
    __syncthreads();
    count(pixels + size_t(frame) * units, units, counts[0]);
    __syncthreads();
    if (threadIdx.x < kBins / 2) {
      atomicAdd(reinterpret_cast<unsigned long long*>(bins + frame * kBins) +
                    threadIdx.x,
                reinterpret_cast<unsigned long long*>(counts[0])[threadIdx.x]);
    }
    __syncthreads();
  }
