// SPDX-License-Identifier: MIT
// Each thread of the host has a default stream of its own; join() waits for the
// thread alone.
#include <thread>

__global__ void fill(int* out) { out[threadIdx.x] = 7; }

void produce(int* data) { fill<<<1, 32, 0, cudaStreamPerThread>>>(data); }

int main() {
  int* data;
  cudaMalloc(&data, 128);
  std::thread(produce, data).join();
  cudaMemsetAsync(data, 0, 128, cudaStreamPerThread);
  cudaDeviceSynchronize();
  cudaFree(data);
}
