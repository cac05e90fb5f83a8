// SPDX-License-Identifier: MIT
// Variables, a device function and a kernel for another file.
#include "common/cuda_check.h"
#include "tests/programs/rdc/helpers.h"

__device__ int shared_counter = 40;
__constant__ int weights[4] = {3, 5, 7, 9};
static __device__ int hidden = 2;  // not the one in main.cu

__device__ int weigh(int i) { return weights[i % 4] * i; }

__device__ int twice(int i) { return 2 * i; }
__device__ int Step::take(int i) const { return i + 1; }
struct FarStep : Step {
  __device__ int take(int i) const override { return i + hidden * 50; }
};
__device__ const Step* far_step() {
  static __device__ FarStep step;
  return &step;
}

__global__ void add_hidden() { atomicAdd(&shared_counter, hidden); }

void count_up_twice() {
  add_hidden<<<1, 1>>>();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}
