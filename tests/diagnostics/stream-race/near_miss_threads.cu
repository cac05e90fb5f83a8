// SPDX-License-Identifier: MIT
// Threads of the host with a default stream each: one waits for its own before
// it ends, one leaves an event, and one is followed by the legacy stream.
#include <thread>

__global__ void fill(int* out) { out[threadIdx.x] = 7; }

int main() {
  int* data;
  cudaEvent_t filled;
  cudaMalloc(&data, 128);
  cudaEventCreate(&filled);
  std::thread([=] {
    fill<<<1, 32, 0, cudaStreamPerThread>>>(data);
    cudaStreamSynchronize(cudaStreamPerThread);
  }).join();
  cudaMemsetAsync(data, 0, 128, cudaStreamPerThread);
  cudaStreamSynchronize(cudaStreamPerThread);
  std::thread([=] {
    fill<<<1, 32, 0, cudaStreamPerThread>>>(data);
    cudaEventRecord(filled, cudaStreamPerThread);
  }).join();
  cudaStreamWaitEvent(cudaStreamPerThread, filled, 0);
  cudaMemsetAsync(data, 0, 128, cudaStreamPerThread);
  cudaStreamSynchronize(cudaStreamPerThread);
  std::thread([=] { fill<<<1, 32, 0, cudaStreamPerThread>>>(data); }).join();
  cudaMemset(data, 0, 128);
  cudaDeviceSynchronize();
  cudaEventDestroy(filled);
  cudaFree(data);
}
