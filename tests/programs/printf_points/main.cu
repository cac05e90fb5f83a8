// SPDX-License-Identifier: MIT
// Calls behind which the text of a kernel is there. It may come earlier, as it
// does on an H200 (driver 580.159.04, 2026-11-23): what the host prints stands
// before the launch or behind the call. Host and device write to one stdout.
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

  std::printf("the device\n");
  launch(1, stream);
  CUDA_CHECK(cudaDeviceSynchronize());

  std::printf("the stream\n");
  launch(2, stream);
  CUDA_CHECK(cudaStreamSynchronize(stream));

  std::printf("the event\n");
  launch(3, stream);
  CUDA_CHECK(cudaEventRecord(event, stream));
  CUDA_CHECK(cudaEventSynchronize(event));

  std::printf("the copy\n");
  launch(4, nullptr);
  CUDA_CHECK(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));

  std::printf("the callback\n");
  launch(5, stream);
  CUDA_CHECK(cudaStreamAddCallback(stream, call_back, nullptr, 0));
  CUDA_CHECK(cudaStreamSynchronize(stream));

  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  std::printf("the reset\n");
  launch(6, nullptr);
  CUDA_CHECK(cudaDeviceReset());
}
