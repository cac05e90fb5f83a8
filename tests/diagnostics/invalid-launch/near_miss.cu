// SPDX-License-Identifier: MIT
// Each launch uses a limit up to its last thread, block or byte; one goes
// beyond, but the program notices and does it in another way.
extern __shared__ int tile[];

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void stage(int* data) { data[0] = tile[0] = 1; }
__global__ void __launch_bounds__(64) small(int* data) {
  if (threadIdx.x == 0) data[blockIdx.x] = 1;
}
__global__ void deep(int* data) {
  if (threadIdx.z == 0) *data = 1;
}

int main() {
  int* data;
  cudaMalloc(&data, 1024 * sizeof(int));
  fill<<<1, 2048>>>(data);
  if (cudaGetLastError() != cudaSuccess) fill<<<1, 1024>>>(data);
  deep<<<1, dim3(1, 1, 64)>>>(data);
  stage<<<1, 1, 49152>>>(data);
  cudaFuncSetAttribute(stage, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       100000);
  stage<<<1, 1, 100000>>>(data);
  small<<<1, 64>>>(data);
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel(small, 132, 64, arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(data);
}
