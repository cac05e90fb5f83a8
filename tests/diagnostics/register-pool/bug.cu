// SPDX-License-Identifier: MIT
// Two warpgroups want more registers than the third gives back.
#include "tests/corpus/corpus.h"

__global__ void __launch_bounds__(384, 1) share(int* out) {
  if (threadIdx.x < 128) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 56;");
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

/* report:
error[register-pool]: warp 11 of block (0,0,0) waits for registers that nobody
  gives back
 --> bug.cu:9:5
  |
9 |     asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
  |     ^ it waits here
  |
  = wants: 232 per thread; it has 168
  = pool:  0 per thread are left for this warp
  = why:   setmaxnreg.inc takes registers that setmaxnreg.dec gave back to the
           block; a warp that exits gives none back
  = seen:  the launch ended here
  = learn: docs/diagnostics/register-pool.md
*/
