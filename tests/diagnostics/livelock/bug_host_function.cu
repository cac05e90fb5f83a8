// SPDX-License-Identifier: MIT
// The host function that would set the flag comes after the kernel.
__global__ void wait(const volatile int* flag) {
  while (*flag == 0) {
  }
}

int main() {
  int* flag;
  cudaMallocHost(&flag, sizeof(int));
  *flag = 0;
  wait<<<1, 1>>>(flag);
  const auto set = [](void* to) { *static_cast<volatile int*>(to) = 1; };
  cudaLaunchHostFunc(nullptr, set, flag);
  cudaDeviceSynchronize();
}

/* report:
error[livelock]: 1 thread of block (0,0,0) goes round in a loop that cannot end
 --> bug_host_function.cu:4:3
  |
4 |   while (*flag == 0) {
  |   ^ thread 0 loads `cudaHostAlloc #1+0` here again and again
  |
  = host:  it can store to `cudaHostAlloc #1`, but it waits for the launch in
           cudaDeviceSynchronize
  = why:   all warps went round their loops, no byte of memory changed, and
           nobody else can change one
  = seen:  1 block of 1 resident is stuck, 1 thread in all, 0 exited
  = learn: docs/diagnostics/livelock.md
*/
