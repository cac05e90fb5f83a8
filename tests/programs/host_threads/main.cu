// SPDX-License-Identifier: MIT
// Several host threads use the device at once, each with its own stream,
// memory and last error; and with a default stream of its own.
// nvcc: --default-stream=per-thread
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

__global__ void wait_for(const volatile int* flag) {
  while (*flag == 0) {
  }
}

/// One thread's default stream waits for the host, and this one's goes on.
void default_streams() {
  volatile int* flag;
  int* data;
  CUDA_CHECK(cudaMallocHost(const_cast<int**>(&flag), sizeof(int)));
  CUDA_CHECK(cudaMalloc(&data, sizeof(int)));
  *flag = 0;
  std::thread([&] {
    wait_for<<<1, 1>>>(flag);
    CUDA_CHECK(cudaGetLastError());
  }).join();
  std::printf("beside other work: %s\n",
              cudaGetErrorName(cudaStreamQuery(nullptr)));
  CUDA_CHECK(cudaMemset(data, 1, sizeof(int)));
  int value = 0;
  CUDA_CHECK(cudaMemcpy(&value, data, sizeof value, cudaMemcpyDeviceToHost));
  *flag = 1;
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("its own work: %x\n", value);
  std::printf("a capture of it: %s\n",
              cudaGetErrorName(cudaStreamBeginCapture(
                  nullptr, cudaStreamCaptureModeThreadLocal)));
  cudaGraph_t graph;
  CUDA_CHECK(cudaStreamEndCapture(nullptr, &graph));
  CUDA_CHECK(cudaGraphDestroy(graph));
  CUDA_CHECK(cudaFree(data));
  CUDA_CHECK(cudaFreeHost(const_cast<int*>(flag)));
}

int main() {
  Result results[4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i, &results[i]);
  for (std::thread& thread : threads) thread.join();
  for (const Result& result : results) {
    std::printf("%d, %s\n", result.value, cudaGetErrorName(result.mistake));
  }
  default_streams();
}
