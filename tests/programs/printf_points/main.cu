// SPDX-License-Identifier: MIT
// Where the text of a kernel comes out: at calls that wait and at the next
// launch, not when it was printed. Host and device write to one stdout.
#include <cstdio>

#include "common/cuda_check.h"

__global__ void say(int number) { printf("kernel %d\n", number); }

void launch(int number, cudaStream_t stream) {
  say<<<1, 1, 0, stream>>>(number);
  CUDA_CHECK(cudaGetLastError());
}

void CUDART_CB call_back(cudaStream_t, cudaError_t, void*) {
  std::printf("callback\n");
}

int main() {
  cudaStream_t stream;
  cudaEvent_t event;
  int *device, host = 0;
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaEventCreate(&event));
  CUDA_CHECK(cudaMalloc(&device, sizeof *device));
  CUDA_CHECK(cudaMemset(device, 0, sizeof *device));

  launch(1, stream);
  std::printf("before the device\n");
  CUDA_CHECK(cudaDeviceSynchronize());

  launch(2, stream);
  std::printf("before the stream\n");
  CUDA_CHECK(cudaStreamSynchronize(stream));

  launch(3, stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  std::printf("before the event\n");
  CUDA_CHECK(cudaEventSynchronize(event));

  launch(4, nullptr);
  std::printf("before the copy\n");
  CUDA_CHECK(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));

  launch(5, stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  while (cudaEventQuery(event) == cudaErrorNotReady) {
  }
  (void)cudaGetLastError();
  std::printf("before the next launch\n");
  launch(6, stream);
  std::printf("behind it\n");
  CUDA_CHECK(cudaDeviceSynchronize());

  launch(7, stream);
  std::printf("before the callback\n");
  CUDA_CHECK(cudaStreamAddCallback(stream, call_back, nullptr, 0));
  CUDA_CHECK(cudaStreamSynchronize(stream));

  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  launch(8, nullptr);
  std::printf("before the end\n");
  CUDA_CHECK(cudaDeviceReset());
}
