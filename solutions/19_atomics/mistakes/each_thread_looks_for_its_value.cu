// SPDX-License-Identifier: MIT
// caught by: case "a block updates each global count once"
// No atomic in shared memory is needed where each thread counts one value; but
// each of the 256 threads reads all data of its block.

  unsigned mine = 0;
  for (int begin = first - threadIdx.x; begin < n; begin += stride) {
    for (int i = begin; i < min(begin + kThreads, n); ++i) {
      mine += data[i] == threadIdx.x;
    }
  }
  atomicAdd(&counts[threadIdx.x], mine);
