// SPDX-License-Identifier: MIT
// Warp 0 waits for 96 threads, but the block has 64.
__global__ void meet(int* out) {
  asm volatile("bar.sync 1, 96;" ::: "memory");
  out[threadIdx.x] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  meet<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}

/* report:
error[deadlock]: 64 threads of block (0,0,0) wait for threads that never come
 --> bug.cu:4:3
  |
4 |   asm volatile("bar.sync 1, 96;" ::: "memory");
  |   ^ threads 0..63 wait here for the block, barrier 1
  |
  = why:   not every thread that the barrier waits for can reach it
  = seen:  1 block of 1 resident is stuck, 64 threads in all, 0 exited
  = learn: docs/diagnostics/deadlock.md
*/
