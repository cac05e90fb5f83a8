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
