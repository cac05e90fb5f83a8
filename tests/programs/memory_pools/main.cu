// SPDX-License-Identifier: MIT
// Pools: the default one, one of the program's own, what is in use.
#include <cstdint>
#include <cstdio>

#include "common/cuda_check.h"

__global__ void fill(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = value;
}

uint64_t number(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  uint64_t value = 0;
  CUDA_CHECK(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

int main() {
  const int n = 1 << 18;
  const size_t bytes = n * sizeof(int);
  cudaStream_t stream;
  CUDA_CHECK(cudaStreamCreate(&stream));
  cudaMemPool_t given, current, own;
  CUDA_CHECK(cudaDeviceGetDefaultMemPool(&given, 0));
  CUDA_CHECK(cudaDeviceGetMemPool(&current, 0));
  std::printf("the current pool is the default one: %d\n", given == current);

  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  CUDA_CHECK(cudaMemPoolCreate(&own, &properties));
  uint64_t threshold = UINT64_MAX;
  CUDA_CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold,
                                     &threshold));
  std::printf("threshold kept: %d\n",
              number(own, cudaMemPoolAttrReleaseThreshold) == UINT64_MAX);
  int reuse = -1;
  CUDA_CHECK(cudaMemPoolGetAttribute(
      own, cudaMemPoolReuseFollowEventDependencies, &reuse));
  std::printf("follows events: %d\n", reuse);

  int *a, *b;
  CUDA_CHECK(cudaMallocFromPoolAsync(&a, bytes, own, stream));
  CUDA_CHECK(cudaDeviceSetMemPool(0, own));
  CUDA_CHECK(cudaMallocAsync(&b, bytes, stream));
  fill<<<n / 256, 256, 0, stream>>>(a, n, 1);
  fill<<<n / 256, 256, 0, stream>>>(b, n, 2);
  CUDA_CHECK(
      cudaMemcpyAsync(a, b, bytes / 2, cudaMemcpyDeviceToDevice, stream));
  int ends[2] = {};
  CUDA_CHECK(cudaMemcpyAsync(&ends[0], a, 4, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(
      cudaMemcpyAsync(&ends[1], a + n - 1, 4, cudaMemcpyDeviceToHost, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("values %d %d, in use %d MB\n", ends[0], ends[1],
              int(number(own, cudaMemPoolAttrUsedMemCurrent) >> 20));
  CUDA_CHECK(cudaFreeAsync(a, stream));
  CUDA_CHECK(cudaStreamSynchronize(stream));
  std::printf("after one is freed %d MB, at most %d MB\n",
              int(number(own, cudaMemPoolAttrUsedMemCurrent) >> 20),
              int(number(own, cudaMemPoolAttrUsedMemHigh) >> 20));
  uint64_t zero = 0;
  CUDA_CHECK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrUsedMemHigh, &zero));
  std::printf("at most, from now on: %d MB\n",
              int(number(own, cudaMemPoolAttrUsedMemHigh) >> 20));
  CUDA_CHECK(cudaFree(b));  // the other way to free it
  CUDA_CHECK(cudaMemPoolTrimTo(own, 0));

  CUDA_CHECK(cudaDeviceSetMemPool(0, given));
  CUDA_CHECK(cudaMemPoolDestroy(own));
  std::printf("destroying the default one: %s\n",
              cudaGetErrorName(cudaMemPoolDestroy(given)));
  (void)cudaGetLastError();
  CUDA_CHECK(cudaStreamDestroy(stream));
}
