// SPDX-License-Identifier: MIT
// The host sets the flag, but only after it has waited for the kernel. The flag
// is in managed memory.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  cudaDeviceSynchronize();
  *flag = 1;
}

/* report:
error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug_host.cu:5:3
  |
5 |   while (*flag == 0) {
  |   ^ thread 0 loads `cudaMallocManaged #1+0` here again and again
  |
  = host:  it can store to `cudaMallocManaged #1`, but it waits for the launch
           in cudaDeviceSynchronize
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
