// SPDX-License-Identifier: MIT
// All blocks wait until all have come, but they do not all fit.
__device__ unsigned come = 0;

__global__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&come, 1);
    while (atomicAdd(&come, 0) < gridDim.x) {
    }
  }
  __syncthreads();
}

int main() {
  meet<<<300, 1024>>>();
  cudaDeviceSynchronize();
}
