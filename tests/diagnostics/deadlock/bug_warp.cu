// SPDX-License-Identifier: MIT
// The halves of a warp wait for each other in two different functions.
__global__ void meet(int* out) {
  int value = threadIdx.x;
  if (threadIdx.x < 16) {
    __syncwarp();
  } else {
    value = __shfl_sync(0xffffffff, value, 0);
  }
  out[threadIdx.x] = value;
}

int main() {
  int* out;
  cudaMalloc(&out, 32 * sizeof(int));
  meet<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}

/* report:
error[warp-mask]: lanes of warp 0 of block (0,0,0) wait for each other at
  different instructions
 --> bug_warp.cu:6:5
  |
6 |     __syncwarp();
  |     ^ (1) lanes 16..31 of warp 0 of block (0,0,0) wait here
8 |     value = __shfl_sync(0xffffffff, value, 0);
  |     - (2) the other lanes wait here
  |
  = mask:  0xffffffff names lanes 0..31
  = why:   all lanes that the mask names must run the same instruction
  = seen:  once in this launch
  = learn: docs/diagnostics/warp-mask.md

error[warp-mask]: lanes of warp 0 of block (0,0,0) wait for each other at
  different instructions
 --> bug_warp.cu:8:5
  |
6 |     __syncwarp();
  |     - (2) the other lanes wait here
8 |     value = __shfl_sync(0xffffffff, value, 0);
  |     ^ (1) lanes 0..15 of warp 0 of block (0,0,0) wait here
  |
  = mask:  0xffffffff names lanes 0..31
  = why:   all lanes that the mask names must run the same instruction
  = seen:  once in this launch
  = learn: docs/diagnostics/warp-mask.md

error[deadlock]: 32 threads of block (0,0,0) wait for threads that never come
 --> bug_warp.cu:6:5
  |
6 |     __syncwarp();
  |     ^ (1) threads 0..15 wait here for lanes of their warp, mask 0xffffffff
8 |     value = __shfl_sync(0xffffffff, value, 0);
  |     - (2) threads 16..31 wait here for lanes of their warp, mask 0xffffffff
  |
  = why:   each group waits for threads that wait somewhere else
  = seen:  1 block of 1 resident is stuck, 32 threads in all, 0 exited
  = learn: docs/diagnostics/deadlock.md
*/
