// SPDX-License-Identifier: MIT
// Calls that may not be made while a stream is captured: the error of the
// call, and what the end of the capture says afterwards.
#include <cstdio>
#include <thread>

#include "common/cuda_check.h"

__global__ void nothing() {}

cudaStream_t stream, other;
cudaEvent_t event;
void* memory;

/// Captures, makes the call after one launch, and ends the capture.
template <class Call>
void try_call(const char* name, Call call,
              cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
  CUDA_CHECK(cudaStreamBeginCapture(stream, mode));
  nothing<<<1, 1, 0, stream>>>();
  CUDA_CHECK(cudaGetLastError());
  const cudaError_t error = call();
  cudaStreamCaptureStatus status;
  CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
  cudaGraph_t graph = nullptr;
  const cudaError_t end = cudaStreamEndCapture(stream, &graph);
  std::printf("%-28s %s, status %d, end: %s, graph: %d\n", name,
              cudaGetErrorName(error), static_cast<int>(status),
              cudaGetErrorName(end), graph != nullptr);
  if (graph) CUDA_CHECK(cudaGraphDestroy(graph));
  (void)cudaGetLastError();
  CUDA_CHECK(cudaDeviceSynchronize());
}

int main() {
  CUDA_CHECK(cudaStreamCreate(&stream));
  CUDA_CHECK(cudaStreamCreate(&other));
  CUDA_CHECK(cudaEventCreate(&event));
  int host = 0;
  CUDA_CHECK(cudaMalloc(&memory, 64));
  CUDA_CHECK(cudaEventRecord(event, other));
  CUDA_CHECK(cudaDeviceSynchronize());

  try_call("nothing else", [] { return cudaSuccess; });
  try_call("cudaStreamSynchronize",
           [] { return cudaStreamSynchronize(stream); });
  try_call("cudaStreamQuery", [] { return cudaStreamQuery(stream); });
  try_call("cudaDeviceSynchronize", [] { return cudaDeviceSynchronize(); });
  try_call("cudaMemcpy", [&] {
    return cudaMemcpy(memory, &host, sizeof host, cudaMemcpyHostToDevice);
  });
  try_call("launch in the default stream", [] {
    nothing<<<1, 1>>>();
    return cudaGetLastError();
  });
  try_call("cudaMalloc", [] {
    void* more = nullptr;
    const cudaError_t error = cudaMalloc(&more, 64);
    if (error == cudaSuccess) (void)cudaFree(more);
    return error;
  });
  try_call(
      "cudaMalloc, relaxed",
      [] {
        void* more = nullptr;
        return cudaMalloc(&more, 64);
      },
      cudaStreamCaptureModeRelaxed);
  try_call("wait for an event outside",
           [] { return cudaStreamWaitEvent(stream, event, 0); });
  try_call("wait for one never recorded", [] {
    cudaEvent_t never;
    CUDA_CHECK(cudaEventCreate(&never));
    return cudaStreamWaitEvent(stream, never, 0);
  });
  try_call("cudaStreamBeginCapture", [] {
    return cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  });
  try_call("end in another stream", [] {
    cudaEvent_t fork;
    CUDA_CHECK(cudaEventCreate(&fork));
    CUDA_CHECK(cudaEventRecord(fork, stream));
    CUDA_CHECK(cudaStreamWaitEvent(other, fork, 0));
    cudaGraph_t graph;
    const cudaError_t error = cudaStreamEndCapture(other, &graph);
    CUDA_CHECK(cudaEventDestroy(fork));
    return error;
  });
  try_call("a fork without a join", [] {
    cudaEvent_t fork;
    CUDA_CHECK(cudaEventCreate(&fork));
    CUDA_CHECK(cudaEventRecord(fork, stream));
    CUDA_CHECK(cudaStreamWaitEvent(other, fork, 0));
    nothing<<<1, 1, 0, other>>>();
    CUDA_CHECK(cudaEventDestroy(fork));
    return cudaGetLastError();
  });
  try_call("end in another thread", [] {
    cudaError_t error = cudaSuccess;
    std::thread([&] {
      cudaGraph_t graph;
      error = cudaStreamEndCapture(stream, &graph);
    }).join();
    return error;
  });
  try_call("launch after an error", [] {
    (void)cudaStreamSynchronize(stream);
    (void)cudaGetLastError();
    nothing<<<1, 1, 0, stream>>>();
    return cudaGetLastError();
  });

  cudaGraph_t graph = nullptr;
  std::printf("end without a begin: %s\n",
              cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  std::printf("begin in the default stream: %s\n",
              cudaGetErrorName(cudaStreamBeginCapture(
                  nullptr, cudaStreamCaptureModeGlobal)));
  (void)cudaGetLastError();
  CUDA_CHECK(cudaEventDestroy(event));
  CUDA_CHECK(cudaStreamDestroy(stream));
  CUDA_CHECK(cudaStreamDestroy(other));
  CUDA_CHECK(cudaFree(memory));
}
