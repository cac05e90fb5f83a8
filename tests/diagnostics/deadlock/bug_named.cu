// SPDX-License-Identifier: MIT
// Two warps want to meet, each at a barrier of another number.
__global__ void meet() {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 64;" ::: "memory");
  }
}

int main() {
  meet<<<1, 64>>>();
  cudaDeviceSynchronize();
}

/* report:
error[deadlock]: 64 threads of block (0,0,0) wait for threads that never come
 --> bug_named.cu:5:5
  |
5 |     asm volatile("bar.sync 1, 64;" ::: "memory");
  |     ^ (1) threads 0..31 wait here for the block, barrier 1
7 |     asm volatile("bar.sync 2, 64;" ::: "memory");
  |     - (2) threads 32..63 wait here for the block, barrier 2
  |
  = why:   each group waits for threads that wait somewhere else
  = seen:  1 block of 1 resident is stuck, 64 threads in all, 0 exited
  = learn: docs/diagnostics/deadlock.md
*/
