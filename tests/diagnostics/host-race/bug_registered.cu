// SPDX-License-Identifier: MIT
// An array of the program is registered; the host adds it up too early. A later
// launch of the same kernel has a finding of its own: each wants its wait. Two
// halves of a small page-locked buffer take turns, but the host never waits
// before it fills a half again.
#include <cstdio>
#include <numeric>

constexpr int kCount = 16 * 1024;
alignas(4096) int values[kCount];

__global__ void count(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

void take_turns() {
  constexpr int kHalf = 1024;
  char *halves, *on_device;
  cudaMallocHost(&halves, 2 * kHalf);
  cudaMalloc(&on_device, kHalf);
  for (int i = 0; i < 3; ++i) {
    char* const half = halves + i % 2 * kHalf;
    for (int k = 0; k < kHalf; ++k) half[k] = 'a' + i;
    if (i == 1) continue;  // nothing to send
    cudaMemcpyAsync(on_device, half, kHalf, cudaMemcpyHostToDevice);
  }
  cudaDeviceSynchronize();
  cudaFree(on_device);
  cudaFreeHost(halves);
}

int main() {
  cudaHostRegister(values, sizeof(values), cudaHostRegisterMapped);
  int* mapped;
  cudaHostGetDevicePointer(&mapped, values, 0);
  count<<<kCount / 256, 256>>>(mapped);
  std::printf("%d\n", std::accumulate(values, values + kCount, 0));
  cudaDeviceSynchronize();
  count<<<kCount / 256, 256>>>(mapped);
  std::printf("%d\n", values[1]);
  cudaDeviceSynchronize();
  cudaHostUnregister(values);
  take_turns();
}

/* report:
error[host-race]: host code reads `cudaHostRegister #1+0`, which the kernel
  `count` may still store
  --> bug_registered.cu:14:3
   |
14 |   out[i] = i;
   |   ^ (1) `count` stores `cudaHostRegister #1+0` here
   |
   = work:  (1) `count` is launched in main, in the default stream
   = host:  (2) the host reads it in main
   = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
            cudaDeviceSynchronize makes the host wait
   = why:   a launch returns before its kernel has run, and the host has not
            waited for it
   = learn: docs/diagnostics/host-race.md

error[host-race]: host code reads `cudaHostRegister #1+4`, which the kernel
  `count` may still store
  --> bug_registered.cu:14:3
   |
14 |   out[i] = i;
   |   ^ (1) `count` stores `cudaHostRegister #1+4` here
   |
   = work:  (1) `count` is launched in main, in the default stream
   = host:  (2) the host reads it in main
   = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
            cudaDeviceSynchronize makes the host wait
   = why:   a launch returns before its kernel has run, and the host has not
            waited for it
   = learn: docs/diagnostics/host-race.md

error[host-race]: host code writes `cudaHostAlloc #1+0`, which `cudaMemcpyAsync`
  may still read
  = work:  (1) `cudaMemcpyAsync` reads it in take_turns(), in the default stream
  = host:  (2) the host writes it before `cudaMemcpyAsync` is called in
           take_turns()
  = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   the call returns before its work is done, and the host has not waited
           for it
  = learn: docs/diagnostics/host-race.md
*/
