// SPDX-License-Identifier: MIT
// The copy that would set the flag comes behind the kernel, in its stream.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int *flag, *one;
  cudaMallocHost(&flag, sizeof(int));
  cudaMallocHost(&one, sizeof(int));
  *flag = 0;
  *one = 1;
  wait<<<1, 1>>>(flag);
  cudaMemcpyAsync(flag, one, sizeof(int), cudaMemcpyDefault);
  cudaDeviceSynchronize();
}

/* report:
error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug_host_copy.cu:4:3
  |
4 |   while (*flag == 0) {
  |   ^ thread 0 loads `cudaHostAlloc #1+0` here again and again
  |
  = host:  it can store to `cudaHostAlloc #1`, but it waits for the launch in
           cudaMemcpyAsync
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
