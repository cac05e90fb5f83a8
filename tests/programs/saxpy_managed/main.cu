// SPDX-License-Identifier: MIT
// Managed memory and a __managed__ variable, used from both sides.
#include <cstdio>

#include "common/cuda_check.h"

__managed__ int calls = 3;
__managed__ float scale[4] = {1.0f, 2.0f, 3.0f, 4.0f};

__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i] + scale[i % 4];
  if (i == 0) ++calls;
}

int main() {
  const int n = 513;
  float *x, *y;
  CUDA_CHECK(cudaMallocManaged(&x, n * sizeof(float)));
  CUDA_CHECK(cudaMallocManaged(&y, n * sizeof(float)));
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    y[i] = -i;
  }
  scale[2] = 30.0f;
  for (int round = 0; round < 2; ++round) {
    saxpy<<<3, 192>>>(2.0f, x, y, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
  }
  std::printf("y: %.0f %.0f %.0f %.0f ... %.0f\n", y[0], y[1], y[2], y[3],
              y[512]);
  std::printf("calls: %d\n", calls);
  CUDA_CHECK(cudaFree(x));
  CUDA_CHECK(cudaFree(y));
}
