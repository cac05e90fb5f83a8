// SPDX-License-Identifier: MIT
// The host reads managed memory right after the launch.
#include <cstdio>

__global__ void square(int* a) {
  const int i = threadIdx.x;
  a[i] = i * i;
}

int main() {
  int* a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  square<<<1, 32>>>(a);
  std::printf("%d\n", a[5]);
  cudaDeviceSynchronize();
  cudaFree(a);
}
