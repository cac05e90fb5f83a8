// SPDX-License-Identifier: MIT
// The host reads a pinned buffer that a copy still fills.
#include <numeric>

constexpr int kCount = 4096;

int main() {
  int *on_device, *on_host;
  cudaMalloc(&on_device, kCount * sizeof(int));
  cudaMallocHost(&on_host, kCount * sizeof(int));
  cudaMemset(on_device, 1, kCount * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(on_host, on_device, kCount * sizeof(int),
                  cudaMemcpyDeviceToHost, stream);
  volatile int sum = std::accumulate(on_host, on_host + kCount, 0);
  (void)sum;
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFreeHost(on_host);
  cudaFree(on_device);
}

/* report:
error[host-race]: host code reads `cudaHostAlloc #1+0`, which `cudaMemcpyAsync`
  may still write
  = work:  (1) `cudaMemcpyAsync` writes it in main, in stream #1
  = host:  (2) the host reads it in main
  = wait:  cudaStreamSynchronize of stream #1, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   the call returns before its work is done, and the host has not waited
           for it
  = learn: docs/diagnostics/host-race.md
*/
