// SPDX-License-Identifier: MIT
// The host reads managed memory right after the launch.
#include <cstdio>

__global__ void square(int* a) {
  const int i = threadIdx.x;
  a[i] = i * i;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  square<<<1, 32>>>(a);
  std::printf("%d\n", a[5]);
  cudaDeviceSynchronize();
  cudaFree(a);
}

/* report:
error[host-race]: host code reads `cudaMallocManaged #1+20`, which the kernel
  `square` may still store
 --> bug.cu:7:3
  |
7 |   a[i] = i * i;
  |   ^ (1) `square` stores `cudaMallocManaged #1+20` here
  |
  = work:  (1) `square` is launched in main, in the default stream
  = host:  (2) the host reads it in main
  = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   a launch returns before its kernel has run, and the host has not
           waited for it
  = learn: docs/diagnostics/host-race.md
*/
