// SPDX-License-Identifier: MIT
// Two kernels whose counts a reader can work out: see recording_test.cpp.
#include "tests/common/recording_kernels.h"

__global__ void add_scaled(const float* x, float* y, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaf(a, x[i], y[i]);
}

__global__ void set_one(float* y) { y[threadIdx.x] = 1; }

void launch_add_scaled(const float* x, float* y) {
  add_scaled<<<2, 64>>>(x, y, 3);
}
void launch_set_one(float* y) { set_one<<<1, 32>>>(y); }
