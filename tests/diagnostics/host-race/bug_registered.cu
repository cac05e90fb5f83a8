// SPDX-License-Identifier: MIT
// An array of the program is registered; the host adds it up too early.
#include <cstdio>
#include <numeric>

constexpr int kCount = 16 * 1024;
alignas(4096) int values[kCount];

__global__ void count(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

int main() {
  cudaHostRegister(values, sizeof(values), cudaHostRegisterMapped);
  int* mapped;
  cudaHostGetDevicePointer(&mapped, values, 0);
  count<<<kCount / 256, 256>>>(mapped);
  std::printf("%d\n", std::accumulate(values, values + kCount, 0));
  cudaDeviceSynchronize();
  cudaHostUnregister(values);
}

/* report:
error[host-race]: host code reads `cudaHostRegister #1+0`, which the kernel
  `count` may still store
  --> bug_registered.cu:11:3
   |
11 |   out[i] = i;
   |   ^ (1) `count` stores `cudaHostRegister #1+0` here
   |
   = work:  (1) `count` is launched in main, in the default stream
   = host:  (2) the host reads it in main
   = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
            cudaDeviceSynchronize makes the host wait
   = why:   a launch returns before its kernel has run, and the host has not
            waited for it
   = learn: docs/diagnostics/host-race.md
*/
