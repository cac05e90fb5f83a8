// SPDX-License-Identifier: MIT
// Each of these makes the host wait, or touches other bytes of the same page.
#include <cstdio>
#include <cstring>

struct Result {
  int host_only, sum;
};

__global__ void add(Result* result, const int* a) {
  atomicAdd(&result->sum, a[threadIdx.x]);
}

int main() {
  int* a;
  Result* result;
  cudaMallocManaged(&a, 32 * sizeof(int));
  cudaMallocManaged(&result, sizeof(Result));
  for (int i = 0; i < 32; ++i) a[i] = i;
  std::memset(result, 0, sizeof(Result));
  add<<<1, 32>>>(result, a);
  result->host_only = a[3];  // read by both
  cudaDeviceSynchronize();
  std::printf("%d\n", result->sum);
  cudaStream_t stream;
  cudaEvent_t added;
  cudaStreamCreate(&stream);
  cudaEventCreate(&added);
  add<<<1, 32, 0, stream>>>(result, a);
  cudaEventRecord(added, stream);
  cudaEventSynchronize(added);
  std::printf("%d %d\n", result->host_only, result->sum);
  add<<<1, 32, 0, stream>>>(result, a);
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
  }
  a[0] = result->sum;
  add<<<1, 32>>>(result, a);
  int copy[32];
  cudaMemcpy(copy, a, sizeof(copy), cudaMemcpyDeviceToHost);
  a[0] = copy[1] + result->sum;
  cudaStreamDestroy(stream);
  cudaEventDestroy(added);
  cudaFree(a);
  cudaFree(result);
}
