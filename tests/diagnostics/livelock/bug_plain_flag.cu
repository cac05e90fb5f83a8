// SPDX-License-Identifier: MIT
// Block 1 sets the flag, but a plain flag is loaded once, before the loop.
__global__ void wait(int* flag) {
  if (blockIdx.x == 1) {
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<2, 1>>>(flag);
  cudaDeviceSynchronize();
}

/* report:
error[global-race]: thread 0 of block (0,0,0) and thread 0 of block (1,0,0)
  touch `cudaMalloc #1+0` in no fixed order
 --> bug_plain_flag.cu:5:5
  |
  | - (1) thread 0 of block (0,0,0) loads `cudaMalloc #1+0` in wait(int*) (the
  |   compiler gives no line)
5 |     *flag = 1;
  |     ^ (2) thread 0 of block (1,0,0) stores `cudaMalloc #1+0` here
  |
  = why:   different blocks, same 4 bytes, one is a store, nothing orders them;
           blocks run in any order
  = seen:  1 such pair; lowest address shown
  = learn: docs/diagnostics/global-race.md

error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug_plain_flag.cu:7:5
  |
7 |     while (*flag == 0) {
  |     ^ thread 0 still runs here
  |
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
