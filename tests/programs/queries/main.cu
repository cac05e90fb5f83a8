// SPDX-License-Identifier: MIT
// What a program is told that asks instead of waiting: "not ready" at first,
// "success" in the end, and then the results are there. "Not ready" of a query
// is an answer: it does not become the last error.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kCount = 1000;

/// Takes long enough for a GPU to be asked meanwhile.
__global__ void slow_fill(int* data, int value, long long clocks) {
  const long long begin = clock64();
  while (clock64() - begin < clocks) {
  }
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) data[i] = value;
}

void launch(int* data, int value, cudaStream_t stream) {
  slow_fill<<<8, 128, 0, stream>>>(data, value, 20'000'000);
  CUDA_CHECK(cudaGetLastError());
}

void show(const char* what, cudaError_t error) {
  std::printf("%s: %s\n", what, cudaGetErrorName(error));
}

/// Asks until the answer is another one than "not ready".
template <class Ask>
cudaError_t poll(Ask ask) {
  cudaError_t error = ask();
  while (error == cudaErrorNotReady) error = ask();
  return error;
}

int main() {
  cudaStream_t first, second;
  CUDA_CHECK(cudaStreamCreate(&first));
  CUDA_CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  int* data;
  CUDA_CHECK(cudaMallocManaged(&data, kCount * sizeof(int)));

  show("a stream without work", cudaStreamQuery(first));
  show("an event never recorded", cudaEventQuery(end));
  launch(data, 1, first);
  show("a stream with work", cudaStreamQuery(first));
  show("last error", cudaGetLastError());
  show("another stream", cudaStreamQuery(second));
  show("in the end", poll([&] { return cudaStreamQuery(first); }));
  std::printf("value: %d\n", data[kCount - 1]);

  CUDA_CHECK(cudaEventRecord(begin, first));
  launch(data, 2, first);
  CUDA_CHECK(cudaEventRecord(end, first));
  float time = -1.0f;
  show("the event behind the work", cudaEventQuery(end));
  show("the time until then", cudaEventElapsedTime(&time, begin, end));
  show("last error", cudaGetLastError());
  show("in the end", poll([&] { return cudaEventQuery(end); }));
  show("the time now", cudaEventElapsedTime(&time, begin, end));
  std::printf("value: %d, time passed: %d\n", data[kCount - 1], time > 0.0f);

  launch(data, 3, first);
  CUDA_CHECK(cudaEventRecord(end, first));
  CUDA_CHECK(cudaStreamWaitEvent(second, end, 0));
  launch(data, 4, second);
  show("after the event, another stream", cudaStreamQuery(second));
  CUDA_CHECK(cudaStreamSynchronize(second));
  show("the event, waited for by way of it", cudaEventQuery(end));
  CUDA_CHECK(cudaMemcpy(data, data + 1, sizeof(int), cudaMemcpyDefault));
  show("after a call that waits", cudaStreamQuery(nullptr));
  std::printf("value: %d\n", data[0]);

  launch(data, 5, second);
  CUDA_CHECK(cudaDeviceSynchronize());
  show("after a wait for the device", cudaStreamQuery(second));
  CUDA_CHECK(cudaFree(data));
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  CUDA_CHECK(cudaStreamDestroy(first));
  CUDA_CHECK(cudaStreamDestroy(second));
}
