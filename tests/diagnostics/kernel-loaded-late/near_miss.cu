// SPDX-License-Identifier: MIT
// The kernel that another one waits for is loaded before: something was asked
// about it, it ran already, or all are loaded at the start. And one that is
// loaded late, but for which nobody waits.
#include <cstdlib>

template <int kCase>
__global__ void consume(int* full) {
  while (atomicAdd(full, 0) == 0) {
  }
}

template <int kCase>
__global__ void produce(int* full) {
  atomicExch(full, 1);
}

__global__ void wait_for_host(const volatile int* full) {
  while (*full == 0) {
  }
}

/// For which both kernels of the case are used for the first time.
template <int kCase, class Before>
void meet(Before before) {
  int* full;
  cudaMalloc(&full, 2 * sizeof *full);
  cudaMemset(full, 0, 2 * sizeof *full);
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  before(full + 1);
  cudaDeviceSynchronize();
  consume<kCase><<<1, 1, 0, one>>>(full);
  produce<kCase><<<1, 1, 0, two>>>(full);
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFree(full);
}

/// The kernel waits for the host, which launches, and does not wait for that.
void feed() {
  int* full;
  cudaMallocHost(&full, 2 * sizeof *full);
  full[0] = full[1] = 0;
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreate(&two);
  wait_for_host<<<1, 1, 0, one>>>(full);
  produce<3><<<1, 1, 0, two>>>(full + 1);
  *static_cast<volatile int*>(full) = 1;
  cudaDeviceSynchronize();
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaFreeHost(full);
}

int main() {
  meet<0>([](int*) {
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, produce<0>);
  });
  meet<1>([](int* other) { produce<1><<<1, 1>>>(other); });
  meet<2>([](int*) {
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, produce<2>, 32, 0);
  });
  feed();
  setenv("CUDA_MODULE_LOADING", "EAGER", 1);  // too late on a GPU
  meet<4>([](int*) {});
}
