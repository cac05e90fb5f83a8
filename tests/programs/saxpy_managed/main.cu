// SPDX-License-Identifier: MIT
// Managed memory and a __managed__ variable, used from both sides; and memory
// of the device, with copies there and back.
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

__managed__ int calls = 3;
__managed__ float scale[4] = {1.0f, 2.0f, 3.0f, 4.0f};

__global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i] + scale[i % 4];
  if (i == 0) ++calls;
}

__global__ void add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

/// c = a + b, with a size that does not fill the last block.
void add_vectors() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), c(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 0.5f * i;
  }
  float *da, *db, *dc;
  CUDA_CHECK(cudaMalloc(&da, bytes));
  CUDA_CHECK(cudaMalloc(&db, bytes));
  CUDA_CHECK(cudaMalloc(&dc, bytes));
  CUDA_CHECK(cudaMemcpy(da, a.data(), bytes, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(db, b.data(), bytes, cudaMemcpyHostToDevice));
  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(c.data(), dc, bytes, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != 1.5f * i;
  std::printf("c[999] = %.1f, wrong: %d\n", c[999], wrong);
  CUDA_CHECK(cudaFree(da));
  CUDA_CHECK(cudaFree(db));
  CUDA_CHECK(cudaFree(dc));
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
  add_vectors();
}
