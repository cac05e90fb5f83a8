// SPDX-License-Identifier: MIT
// The host reads a pinned buffer that a copy still fills. Giving back memory of
// the host does not order them: CUDA does not say that these calls wait.
#include <cstdlib>
#include <numeric>

constexpr int kCount = 4096;

enum class Gives { kPinned, kRegistered };

void give_memory_back(Gives what) {
  int *on_device, *on_host, *other;
  const size_t bytes = kCount * sizeof(int);
  cudaMalloc(&on_device, bytes);
  cudaMallocHost(&on_host, bytes);
  cudaMemset(on_device, 1, bytes);
  if (what == Gives::kPinned) {
    cudaMallocHost(&other, bytes);
  } else {
    other = static_cast<int*>(std::aligned_alloc(4096, bytes));
    cudaHostRegister(other, bytes, 0);
  }
  cudaMemcpyAsync(on_host, on_device, bytes, cudaMemcpyDeviceToHost);
  if (what == Gives::kPinned) {
    cudaFreeHost(other);
  } else {
    cudaHostUnregister(other);
    std::free(other);
  }
  volatile int first = on_host[0];
  (void)first;
  cudaDeviceSynchronize();
  cudaFreeHost(on_host);
  cudaFree(on_device);
}

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
  give_memory_back(Gives::kPinned);
  give_memory_back(Gives::kRegistered);
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

error[host-race]: host code reads `cudaHostAlloc #2+0`, which `cudaMemcpyAsync`
  may still write
  = work:  (1) `cudaMemcpyAsync` writes it in give_memory_back(Gives), in the
           default stream
  = host:  (2) the host reads it in give_memory_back(Gives)
  = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   the call returns before its work is done, and the host has not waited
           for it
  = learn: docs/diagnostics/host-race.md

error[host-race]: host code reads `cudaHostAlloc #4+0`, which `cudaMemcpyAsync`
  may still write
  = work:  (1) `cudaMemcpyAsync` writes it in give_memory_back(Gives), in the
           default stream
  = host:  (2) the host reads it in give_memory_back(Gives)
  = wait:  cudaStreamSynchronize of the default stream, cudaEventSynchronize or
           cudaDeviceSynchronize makes the host wait
  = why:   the call returns before its work is done, and the host has not waited
           for it
  = learn: docs/diagnostics/host-race.md
*/
