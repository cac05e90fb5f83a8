// SPDX-License-Identifier: MIT
// Two warpgroups want as many registers as the third gives back.
#include "tests/corpus/corpus.h"

__global__ void __launch_bounds__(384, 1) share(int* out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  }
  out[threadIdx.x] = 1;
}

int main() {
  corpus::Device<int> out(384);
  share<<<1, 384>>>(out);
  cudaDeviceSynchronize();
}
