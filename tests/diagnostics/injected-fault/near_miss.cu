// SPDX-License-Identifier: MIT
// The fault stands at a call that the program does not make.
#include <cstdio>

#include "../../../common/counters.h"
#include "../../../common/cuda_check.h"

int main() {
  lockstep::fail_call(2);
  int* data;
  CUDA_CHECK(cudaMalloc(&data, sizeof(int)));
  CUDA_CHECK(cudaFree(data));
  std::printf("%d\n", lockstep::call_failed());
}
