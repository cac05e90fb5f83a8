// SPDX-License-Identifier: MIT
// cudaLaunchKernelEx: a launch with attributes, one of them cooperative, and
// arguments of several sizes that must keep their places.
#include <cooperative_groups.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace cg = cooperative_groups;

struct Wide {
  double values[3];
  char tag;
};

__global__ void add_up(char a, short b, int c, Wide wide, long long d,
                       float* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  sums[i] = static_cast<float>(a + b + c + wide.values[0] + wide.values[2] +
                               wide.tag + d + i);
  cg::this_grid().sync();
  if (i == 0) sums[0] = sums[gridDim.x * blockDim.x - 1] + 0.5f;
}

int main() {
  float *sums, host[128];
  CUDA_CHECK(cudaMalloc(&sums, sizeof(host)));
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  const Wide wide = {{1000.0, -1.0, 2000.0}, 5};
  CUDA_CHECK(cudaLaunchKernelEx(&config, add_up, static_cast<char>(1),
                                static_cast<short>(20), 300, wide, 40000LL,
                                sums));
  CUDA_CHECK(cudaMemcpy(host, sums, sizeof(host), cudaMemcpyDeviceToHost));
  std::printf("%.1f %.1f %.1f\n", host[0], host[1], host[127]);
  config.blockDim = dim3(0);
  std::printf(
      "empty block: %s\n",
      cudaGetErrorName(cudaLaunchKernelEx(
          &config, add_up, 'a', static_cast<short>(2), 3, wide, 4LL, sums)));
  CUDA_CHECK(cudaCtxResetPersistingL2Cache());  // a hint, as some attributes
  CUDA_CHECK(cudaFree(sums));
}
