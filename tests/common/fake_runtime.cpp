// SPDX-License-Identifier: MIT
// The runtime calls that common/device_buffer.h needs, on host memory: so
// that its fences, which stand on a GPU only, are tested without one.
#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>

extern "C" {
cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  if (bytes > size_t{1} << 40) return cudaErrorMemoryAllocation;
  *pointer = bytes > 0 ? std::malloc(bytes) : nullptr;
  return cudaSuccess;
}
cudaError_t cudaFree(void* pointer) {
  std::free(pointer);
  return cudaSuccess;
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  std::memset(pointer, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes,
                       cudaMemcpyKind) {
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
const char* cudaGetErrorName(cudaError_t) { return "cudaErrorName"; }
const char* cudaGetErrorString(cudaError_t) { return "what it means"; }
}
