// SPDX-License-Identifier: MIT
// The object expects every thread, and one thread of each warp arrives.
#include <cuda/ptx>

#include "tests/corpus/corpus.h"

using namespace cuda::ptx;

__global__ void meet(int* out) {
  __shared__ uint64_t object;
  if (threadIdx.x == 0) mbarrier_init(&object, blockDim.x);
  __syncthreads();
  __syncwarp();
  if (threadIdx.x % 32 == 0) mbarrier_arrive(&object);
  while (!mbarrier_try_wait_parity(&object, 0)) continue;
  out[threadIdx.x] = 1;
}

int main() {
  corpus::Device<int> out(64);
  meet<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
