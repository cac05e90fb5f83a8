// SPDX-License-Identifier: MIT
// Each launch goes beyond another limit, and none of them starts.
extern __shared__ int tile[];

__global__ void fill(int* data) { data[threadIdx.x] = 1; }
__global__ void stage(int* data) { data[0] = tile[0] = 1; }
__global__ void __launch_bounds__(64) small(int* data) { *data = 1; }

__global__ void __maxnreg__(128) many_registers(double* data) {
  double kept[48];
#pragma unroll
  for (int i = 0; i < 48; ++i) kept[i] = data[i * blockDim.x + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 48; ++i)
    data[threadIdx.x * 48 + i] = kept[i] * kept[47 - i];
}

int main() {
  int* data = nullptr;
  fill<<<dim3(0, 1), 32>>>(data);        // no blocks
  fill<<<dim3(1, 70000), 32>>>(data);    // a grid too tall
  fill<<<1, dim3(1, 1, 128)>>>(data);    // a block too deep
  stage<<<1, 32, 49153>>>(data);         // more than 48 KB, not asked for
  small<<<1, 65>>>(data);                // more than promised
  many_registers<<<1, 1024>>>(nullptr);  // more registers than there are
  void* arguments[] = {&data};
  cudaLaunchCooperativeKernel(fill, 5000, 32, arguments, 0, nullptr);
  cudaDeviceSynchronize();
}
