// SPDX-License-Identifier: MIT
// Two streams joined by an event, host functions in stream order, elapsed
// time, stream-ordered memory.
#include <cstdio>

#include "common/cuda_check.h"

__global__ void fill(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value;
}

__global__ void add_one(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] += 1;
}

void note(void* text) { std::printf("host: %s\n", static_cast<char*>(text)); }

void CUDART_CB done(cudaStream_t, cudaError_t status, void* text) {
  std::printf("callback: %s, %s\n", static_cast<char*>(text),
              cudaGetErrorName(status));
}

int main() {
  const int n = 1000;
  cudaStream_t first, second;
  CUDA_CHECK(cudaStreamCreate(&first));
  CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t filled, begin, end;
  CUDA_CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  int *device, *pinned;
  CUDA_CHECK(cudaMallocAsync(&device, n * sizeof(int), first));
  CUDA_CHECK(cudaMallocHost(&pinned, n * sizeof(int)));

  CUDA_CHECK(cudaEventRecord(begin, first));
  fill<<<4, 256, 0, first>>>(device, n, 41);
  char before[] = "filled", after[] = "copied";
  CUDA_CHECK(cudaLaunchHostFunc(first, note, before));
  CUDA_CHECK(cudaEventRecord(filled, first));
  CUDA_CHECK(cudaStreamWaitEvent(second, filled, 0));
  add_one<<<4, 256, 0, second>>>(device, n);
  CUDA_CHECK(cudaMemcpyAsync(pinned, device, n * sizeof(int),
                             cudaMemcpyDeviceToHost, second));
  CUDA_CHECK(cudaStreamAddCallback(second, done, after, 0));
  CUDA_CHECK(cudaStreamSynchronize(second));
  CUDA_CHECK(cudaEventRecord(end, first));
  CUDA_CHECK(cudaEventSynchronize(end));
  float milliseconds = -1.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  std::printf("values: %d %d, time passed: %d\n", pinned[0], pinned[n - 1],
              milliseconds >= 0.0f);
  std::printf("query: %s, %s\n", cudaGetErrorName(cudaStreamQuery(first)),
              cudaGetErrorName(cudaEventQuery(end)));
  CUDA_CHECK(cudaFreeAsync(device, first));
  CUDA_CHECK(cudaStreamSynchronize(first));
  CUDA_CHECK(cudaFreeHost(pinned));
  CUDA_CHECK(cudaEventDestroy(filled));
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  CUDA_CHECK(cudaStreamDestroy(first));
  CUDA_CHECK(cudaStreamDestroy(second));
}
