// SPDX-License-Identifier: MIT
// Threads 20 to 31 fail the assertion.
#include <cassert>

__global__ void check(int n) { assert(int(threadIdx.x) < n); }

int main() {
  check<<<1, 32>>>(20);
  cudaDeviceSynchronize();
}

/* report:
error[assert]: assertion failed in thread 20: `int(threadIdx.x) < n` in void
  check(int), bug.cu:5
 --> bug.cu:5:46
  |
5 | __global__ void check(int n) { assert(int(threadIdx.x) < n); }
  |                                              ^
  | thread 20 of block (0,0,0) stops here
  |
  = why:   assert() in a kernel ends the launch with an error
  = seen:  lanes 20..31 of warp 0 of block (0,0,0); the launch ended here
  = learn: docs/diagnostics/assert.md
*/
