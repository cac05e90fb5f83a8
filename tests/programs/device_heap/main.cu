// SPDX-License-Identifier: MIT
// malloc and free in device code; memory that one kernel makes and the next
// one frees.
#include <cstdio>

#include "common/cuda_check.h"

__device__ int* kept[4];

__global__ void make_lists(int* out) {
  const int i = threadIdx.x;
  int* list = static_cast<int*>(malloc((i + 1) * sizeof(int)));
  for (int k = 0; k <= i; ++k) list[k] = k * i;
  int sum = 0;
  for (int k = 0; k <= i; ++k) sum += list[k];
  out[i] = sum;
  if (i < 4) {
    kept[i] = list;
  } else {
    free(list);
  }
}

__global__ void use_kept(int* out) {
  const int i = threadIdx.x;
  out[i] = kept[i][i];
  free(kept[i]);
}

int main() {
  int *out, host[32];
  CUDA_CHECK(cudaMalloc(&out, sizeof(host)));
  make_lists<<<1, 32>>>(out);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
  std::printf("sums: %d %d %d\n", host[0], host[3], host[31]);
  use_kept<<<1, 4>>>(out);
  CUDA_CHECK(cudaMemcpy(host, out, 16, cudaMemcpyDeviceToHost));
  std::printf("kept: %d %d\n", host[2], host[3]);
  CUDA_CHECK(cudaFree(out));
}
