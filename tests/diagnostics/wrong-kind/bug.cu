// SPDX-License-Identifier: MIT
// The result comes back with the kind that took the input there.
#include <cstdio>

__global__ void twice(int* data) { data[threadIdx.x] *= 2; }

int main() {
  int host[32] = {1, 2, 3}, *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyHostToDevice);
  std::printf("%d\n", host[2]);
  cudaFree(data);
}
