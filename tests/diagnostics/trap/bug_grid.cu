// SPDX-License-Identifier: MIT
// The blocks of an ordinary launch want to wait for each other.
#include <cooperative_groups.h>

__global__ void step(int* out) {
  out[blockIdx.x] = 1;
  cooperative_groups::this_grid().sync();
  out[blockIdx.x + 2] = out[1 - blockIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 4 * sizeof *out);
  step<<<2, 1>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[trap]: thread 0 waits for the grid, and the launch is not cooperative
 --> bug_grid.cu:7:3
  |
7 |   cooperative_groups::this_grid().sync();
  |   ^ thread 0 of block (0,0,0) stops here
  |
  = type:  cudaLaunchCooperativeKernel, or cudaLaunchAttributeCooperative
  = why:   grid.sync() works only where all blocks are resident together, which
           a cooperative launch makes sure of; elsewhere it traps
  = seen:  lane 0 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/trap.md
*/
