// SPDX-License-Identifier: MIT
// Nobody sets the flag.
__global__ void wait(volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 1>>>(flag);
  cudaDeviceSynchronize();
}

/* report:
error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug.cu:4:3
  |
4 |   while (*flag == 0) {
  |   ^ thread 0 loads `cudaMalloc #1+0` here again and again
  |
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
