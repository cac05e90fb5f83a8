// SPDX-License-Identifier: MIT
// Nobody answers the two kernels beside each other, and the program ends.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

__global__ void wait_for_two(const volatile int* flag) {
  while (*flag != 2) {
  }
}

int main() {
  int* flag;
  cudaStream_t one, two;
  cudaMallocManaged(&flag, sizeof(int));
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  *flag = 0;
  wait<<<1, 1, 0, one>>>(flag);
  wait_for_two<<<1, 1, 0, two>>>(flag);
}

/* report:
error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug_host_end.cu:4:3
  |
4 |   while (*flag == 0) {
  |   ^ thread 0 loads `cudaMallocManaged #1+0` here again and again
  |
  = host:  it can store to `cudaMallocManaged #1`, but the program has ended
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md

error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug_host_end.cu:9:3
  |
9 |   while (*flag != 2) {
  |   ^ thread 0 loads `cudaMallocManaged #1+0` here again and again
  |
  = host:  it can store to `cudaMallocManaged #1`, but the program has ended
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
