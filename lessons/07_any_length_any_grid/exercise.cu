// SPDX-License-Identifier: MIT
// y[i] = a * x[i] + y[i] for i from first to last - 1, with any grid: fewer
// threads than values, or more. Both must work.
#include "lesson.h"

__global__ void add_scaled_on_device(float a, const float* x, float* y,
                                     long long first, long long last) {
  // task-begin
  // TODO: a grid-stride loop, about 4 lines.
  // task-end
}

void add_scaled(float a, const float* x, float* y, long long first,
                long long last, int blocks, int threads) {
  add_scaled_on_device<<<blocks, threads>>>(a, x, y, first, last);
}
