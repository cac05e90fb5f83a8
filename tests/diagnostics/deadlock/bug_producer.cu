// SPDX-License-Identifier: MIT
// Warp 0 hands over with a named barrier; warp 1 waits at __syncthreads().
__global__ void hand_over(int* out) {
  __shared__ int box;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) box = 7;
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
    __syncthreads();
    out[threadIdx.x - 32] = box;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  hand_over<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}

/* report:
error[deadlock]: 64 threads of block (0,0,0) wait for threads that never come
 --> bug_producer.cu:7:5
  |
7 |     asm volatile("bar.sync 1, 64;" ::: "memory");
  |     ^ (1) threads 0..31 wait here for the block, barrier 1
9 |     __syncthreads();
  |     - (2) threads 32..63 wait here for the block
  |
  = why:   each group waits for threads that wait somewhere else
  = seen:  1 block of 1 resident is stuck, 64 threads in all, 0 exited
  = learn: docs/diagnostics/deadlock.md
*/
