// SPDX-License-Identifier: MIT
// No device runs a block of 2048 threads; nothing is stored.
__global__ void fill(int* data) { data[threadIdx.x] = 1; }

int main() {
  int* data;
  cudaMalloc(&data, 2048 * sizeof(int));
  fill<<<1, 2048>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}

/* report:
error[invalid-launch]: `fill` cannot start: a block has 2048 threads in x; h200
  allows 1024
  = host:  in main
  = error: cudaErrorInvalidValue, told by cudaGetLastError() only
  = type:  CUDA_CHECK(cudaGetLastError()) after the launch, from
           common/cuda_check.h
  = why:   the compute capability of the device limits each size
  = seen:  launch 1 of this kernel, grid (1,1,1), block (2048,1,1)
  = learn: docs/diagnostics/invalid-launch.md
*/
