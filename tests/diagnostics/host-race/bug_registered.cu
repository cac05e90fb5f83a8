// SPDX-License-Identifier: MIT
// An array of the program is registered; the host adds it up too early.
#include <cstdio>
#include <numeric>

constexpr int kCount = 16 * 1024;
alignas(4096) int values[kCount];

__global__ void count(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i;
}

int main() {
  cudaHostRegister(values, sizeof(values), cudaHostRegisterMapped);
  int* mapped;
  cudaHostGetDevicePointer(&mapped, values, 0);
  count<<<kCount / 256, 256>>>(mapped);
  std::printf("%d\n", std::accumulate(values, values + kCount, 0));
  cudaDeviceSynchronize();
  cudaHostUnregister(values);
}
