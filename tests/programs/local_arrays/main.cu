// SPDX-License-Identifier: MIT
// Arrays of a thread, indexed at run time: each thread sorts its own.
#include <cstdio>

#include "common/cuda_check.h"

constexpr int kLength = 24;

__global__ void sort_own(const int* in, int* out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int own[kLength];
  for (int i = 0; i < kLength; ++i) own[i] = in[(thread * 7 + i * 13) % 997];
  for (int i = 1; i < kLength; ++i) {
    const int value = own[i];
    int at = i;
    for (; at > 0 && own[at - 1] > value; --at) own[at] = own[at - 1];
    own[at] = value;
  }
  bool sorted = true;
  for (int i = 1; i < kLength; ++i) sorted = sorted && own[i - 1] <= own[i];
  out[2 * thread] = sorted;
  out[2 * thread + 1] = own[thread % kLength];
}

int main() {
  const int threads = 3 * 40;
  int values[997], host[2 * threads], *in, *out;
  for (int i = 0; i < 997; ++i) values[i] = i * 601 % 997;
  CUDA_CHECK(cudaMalloc(&in, sizeof(values)));
  CUDA_CHECK(cudaMalloc(&out, sizeof(host)));
  CUDA_CHECK(cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice));
  sort_own<<<3, 40>>>(in, out);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  int sorted = 0;
  long long sum = 0;
  for (int t = 0; t < threads; ++t) {
    sorted += host[2 * t];
    sum += host[2 * t + 1];
  }
  std::printf("sorted: %d of %d, sum of picks: %lld\n", sorted, threads, sum);
  CUDA_CHECK(cudaFree(in));
  CUDA_CHECK(cudaFree(out));
}
