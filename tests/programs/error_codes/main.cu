// SPDX-License-Identifier: MIT
// The errors that a call can return while the device goes on working: each
// wrong call, what it returns, and that the error is told once.
#include <cstdio>
#include <cstdlib>

#include "common/cuda_check.h"

__global__ void fill(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}

__global__ void __launch_bounds__(64) small_blocks(int* data) {
  data[threadIdx.x] = 0;
}

__device__ int variable[4];

/// Prints what a call returned and clears it.
void show(const char* what, cudaError_t error) {
  const cudaError_t peeked = cudaPeekAtLastError();
  const cudaError_t got = cudaGetLastError();
  std::printf("%s: %s%s%s\n", what, cudaGetErrorName(error),
              peeked == error && got == error ? "" : ", last error differs",
              cudaGetLastError() == cudaSuccess ? "" : ", told twice");
}

/// Prints what a launch set as the last error.
void show_launch(const char* what) {
  std::printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError()));
}

void launches(int* data) {
  fill<<<1, 2048>>>(data, 1);
  show_launch("block of 2048");
  fill<<<1, dim3(1, 1, 128)>>>(data, 1);
  show_launch("block with z = 128");
  fill<<<0, 32>>>(data, 1);
  show_launch("empty grid");
  fill<<<1, 0>>>(data, 1);
  show_launch("empty block");
  fill<<<dim3(1, 70000), 32>>>(data, 1);
  show_launch("grid with y = 70000");
  fill<<<1, 32, 49153>>>(data, 1);
  show_launch("48 KB and one byte");
  small_blocks<<<1, 65>>>(data);
  show_launch("more than __launch_bounds__");
  fill<<<1, 32>>>(data, 1);
  show_launch("a right one");
  void* arguments[] = {&data};
  show("launch of a host function",
       cudaLaunchKernel(reinterpret_cast<void*>(std::abort), dim3(1), dim3(1),
                        arguments, 0, nullptr));
}

void copies(int* data, int* host) {
  show("copy with swapped pointers",
       cudaMemcpy(host, data, 4, cudaMemcpyHostToDevice));
  show("copy with a bad kind",
       cudaMemcpy(host, data, 4, static_cast<cudaMemcpyKind>(9)));
  show("copy to null", cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice));
  show("copy of nothing", cudaMemcpy(data, host, 0, cudaMemcpyHostToDevice));
  show("fill of null", cudaMemset(nullptr, 0, 4));
  show("pitch below the width",
       cudaMemcpy2D(data, 8, host, 16, 12, 2, cudaMemcpyHostToDevice));
  show("fill, pitch below the width", cudaMemset2D(data, 8, 7, 12, 2));
  show("past a variable", cudaMemcpyToSymbol(variable, host, 20));
  show("no such variable", cudaMemcpyToSymbol(host, host, 4));
  show("to a variable, wrong kind",
       cudaMemcpyToSymbol(variable, host, 4, 0, cudaMemcpyDeviceToHost));
}

/// Between two allocations the kind decides nothing: all of these copy.
void kinds(int* data) {
  int *pinned = nullptr, value = 0;
  CUDA_CHECK(cudaMallocHost(&pinned, 8));
  const auto arrives = [&](const char* what, int* to, const int* from,
                           cudaMemcpyKind kind) {
    pinned[0] = pinned[1] = 1;
    CUDA_CHECK(cudaMemset(data, 0, 8));
    CUDA_CHECK(cudaMemset(const_cast<int*>(from), 7, 4));
    show(what, cudaMemcpy(to, from, 4, kind));
    CUDA_CHECK(cudaMemcpy(&value, to, 4, cudaMemcpyDefault));
    std::printf("it copied: %d\n", value == 0x07070707);
  };
  arrives("two of the device, to the host", data, data + 1,
          cudaMemcpyDeviceToHost);
  arrives("two of the device, from the host", data, data + 1,
          cudaMemcpyHostToDevice);
  arrives("two of the device, host to host", data, data + 1,
          cudaMemcpyHostToHost);
  arrives("page-locked to device, swapped kind", data, pinned,
          cudaMemcpyDeviceToHost);
  arrives("device to page-locked, swapped kind", pinned, data,
          cudaMemcpyHostToDevice);
  CUDA_CHECK(cudaFreeHost(pinned));
}

void memory(int* host) {
  void* pointer = nullptr;
  show("malloc of a petabyte", cudaMalloc(&pointer, size_t{1} << 50));
  show("malloc of nothing", cudaMalloc(&pointer, 0));
  std::printf("it gave null: %d\n", pointer == nullptr);
  show("free of null", cudaFree(nullptr));
  show("free of host memory", cudaFree(host));
  CUDA_CHECK(cudaMalloc(&pointer, 64));
  show("free of the middle", cudaFree(static_cast<char*>(pointer) + 4));
  CUDA_CHECK(cudaFree(pointer));
  show("second free", cudaFree(pointer));
  show("free of memory not page-locked", cudaFreeHost(host));
  show("managed, bad flags", cudaMallocManaged(&pointer, 4, 77));
  CUDA_CHECK(cudaMallocHost(&pointer, 64));
  show("unregister of cudaMallocHost", cudaHostUnregister(pointer));
  CUDA_CHECK(cudaFreeHost(pointer));
}

void device_and_queues() {
  int value;
  cudaDeviceProp properties;
  show("device 99", cudaSetDevice(99));
  show("properties of device 99", cudaGetDeviceProperties(&properties, 99));
  show("attribute of device 99",
       cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
  cudaEvent_t never, begin;
  float milliseconds;
  CUDA_CHECK(cudaEventCreate(&never));
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventRecord(begin));
  show("time to an event never recorded",
       cudaEventElapsedTime(&milliseconds, begin, never));
  show("event with bad flags", cudaEventCreateWithFlags(&never, 0x80));
  show("function attribute, negative size",
       cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            -1));
  show("cache preference that is none",
       cudaFuncSetCacheConfig(fill, static_cast<cudaFuncCache>(9)));
  show("attributes of a host function",
       cudaFuncSetAttribute(reinterpret_cast<void*>(std::abort),
                            cudaFuncAttributeMaxDynamicSharedMemorySize, 4));
}

int main() {
  int *data, host[8] = {};
  CUDA_CHECK(cudaMalloc(&data, sizeof(host)));
  launches(data);
  copies(data, host);
  kinds(data);
  memory(host);
  device_and_queues();
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("the device still works: %s\n",
              cudaGetErrorName(cudaMemcpy(host, data, sizeof(host),
                                          cudaMemcpyDeviceToHost)));
  std::printf("%s | %s | %s\n", cudaGetErrorString(cudaSuccess),
              cudaGetErrorString(cudaErrorInvalidConfiguration),
              cudaGetErrorString(static_cast<cudaError_t>(12345)));
}
