// SPDX-License-Identifier: MIT
// Kernels whose counts a reader can work out: see recording_test.cpp.
#include "tests/common/recording_kernels.h"

__global__ void add_scaled(const float* x, float* y, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaf(a, x[i], y[i]);
}

__global__ void set_one(float* y) { y[threadIdx.x] = 1; }

__global__ void add_apart(float* y) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  atomicAdd(&y[8 * threadIdx.x], sum / 32);
}

__global__ void read_texels(cudaTextureObject_t texture, float* y) {
  y[threadIdx.x] = tex1Dfetch<float>(texture, 8 * int(threadIdx.x));
}

void launch_add_scaled(const float* x, float* y) {
  add_scaled<<<2, 64>>>(x, y, 3);
}
void launch_set_one(float* y) { set_one<<<1, 32>>>(y); }
void launch_add_apart(float* y) { add_apart<<<1, 32>>>(y); }
void launch_read_texels(cudaTextureObject_t texture, float* y) {
  read_texels<<<1, 32>>>(texture, y);
}
