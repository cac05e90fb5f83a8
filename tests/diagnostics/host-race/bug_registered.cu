// SPDX-License-Identifier: MIT
// An array of the program is registered; the host adds it up too early. A later
// launch of the same kernel has a finding of its own: each wants its wait. Two
// halves of a small page-locked buffer take turns, but the host never waits
// before it fills a half again. Two vectors share their pages with other data
// of the heap: one is registered, one is only given to cudaMemcpyAsync. The
// next call shows that the host has written them.
#include <cstdio>
#include <numeric>
#include <vector>

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

__global__ void add_up(const int* in, int* sum) {
  atomicAdd(sum, in[threadIdx.x]);
}

void share_pages() {
  std::vector<int> shared(256, 1), plain(256, 1);
  int *mapped, *on_device;
  cudaMalloc(&on_device, 256 * sizeof(int));
  cudaMemset(on_device, 0, 256 * sizeof(int));
  cudaHostRegister(shared.data(), 256 * sizeof(int), cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&mapped, shared.data(), 0);
  add_up<<<1, 256>>>(mapped, on_device);
  shared[1] = 2;
  cudaDeviceSynchronize();
  cudaHostUnregister(shared.data());
  cudaMemcpyAsync(on_device, plain.data(), 256 * sizeof(int),
                  cudaMemcpyHostToDevice);
  plain[1] = 2;
  cudaDeviceSynchronize();
  cudaFree(on_device);
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
  share_pages();
}

/* report:
error[host-race]: host code reads `cudaHostRegister #1+0`, which the kernel
  `count` may still store
  --> bug_registered.cu:17:3
   |
17 |   out[i] = i;
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
  --> bug_registered.cu:17:3
   |
17 |   out[i] = i;
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

error[host-race]: host code writes `cudaHostRegister #2+4`, which the kernel
  `add_up` may still load
  --> bug_registered.cu:37:3
   |
37 |   atomicAdd(sum, in[threadIdx.x]);
   |   ^ (1) `add_up` loads `cudaHostRegister #2+4` here
   |
   = work:  (1) `add_up` is launched in share_pages(), in the default stream
   = host:  (2) the host writes it before `cudaDeviceSynchronize` is called in
            share_pages()
   = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
            cudaDeviceSynchronize makes the host wait
   = why:   a launch returns before its kernel has run, and the host has not
            waited for it
   = learn: docs/diagnostics/host-race.md

warning[host-race]: host code writes pageable memory, which `cudaMemcpyAsync`
  may still read
  = work:  (1) `cudaMemcpyAsync` reads it in share_pages(), in the default
           stream
  = host:  (2) the host writes it before `cudaDeviceSynchronize` is called in
           share_pages()
  = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   CUDA says only that a copy from or to pageable memory might be
           synchronous: whether the host may use it now is not promised
  = learn: docs/diagnostics/host-race.md
*/
