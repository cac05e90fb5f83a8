// SPDX-License-Identifier: MIT
// Several host threads use the device at once, each with its own stream,
// memory and last error.
#include <cstdio>
#include <thread>
#include <vector>

#include "common/cuda_check.h"

__global__ void step(int* data, int n, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 3 * data[i] + by;
}

struct Result {
  int value = 0;
  cudaError_t mistake = cudaSuccess;
};

void work(int number, Result* result) {
  const int n = 500;
  cudaStream_t stream;
  int* data;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaMalloc(&data, n * sizeof(int)));
  CUDA_CHECK(cudaMemsetAsync(data, 0, n * sizeof(int), stream));
  for (int round = 0; round < 5; ++round) {
    step<<<4, 128, 0, stream>>>(data, n, number);
  }
  CUDA_CHECK(cudaGetLastError());
  if (number == 2) cudaSetDevice(-1);
  result->mistake = cudaGetLastError();
  CUDA_CHECK(cudaMemcpyAsync(&result->value, data + n - 1, sizeof(int),
                             cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  CUDA_CHECK(cudaFree(data));
  CUDA_CHECK(cudaStreamDestroy(stream));
}

int main() {
  Result results[4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i, &results[i]);
  for (std::thread& thread : threads) thread.join();
  for (const Result& result : results) {
    std::printf("%d, %s\n", result.value, cudaGetErrorName(result.mistake));
  }
}
