// SPDX-License-Identifier: MIT
// Every conversion of the device's printf, flags, widths, precisions, and
// what it returns. One thread prints, so the order is fixed.
#include <cstdio>

#include "common/cuda_check.h"

__global__ void print_all(const char* from_host) {
  printf("no arguments, 100%%\n");
  printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", -42, 42, 42, 42, 42, 42);
  printf("[%i] [%u] [%x] [%X] [%#x] [%o] [%#o]\n", 7, 4000000000u, 255u, 255u,
         255u, 8u, 8u);
  printf("[%ld] [%lld] [%lu] [%llu] [%llx]\n", -1234567890123L,
         -1234567890123LL, 1234567890123UL, 18446744073709551615ULL,
         0xfedcba9876543210ULL);
  printf("[%f] [%.2f] [%10.3f] [%-10.1f] [%+.0f]\n", 3.14159265, 2.5, -1.5,
         0.05, 7.0);
  printf("[%e] [%.3E] [%g] [%G] [%g]\n", 12345.678, 0.00012, 0.0001, 1e-10,
         1e20);
  printf("[%a]\n", 1.0);
  printf("[%f] [%f] [%f]\n", 1.0 / 0.0, -1.0 / 0.0, 0.1f);
  printf("[%c] [%3c] [%s] [%8s] [%-8s] [%.2s]\n", 'x', 'y', "text", "right",
         "left", "cut");
  printf("[%*d]\n", 6, 123);
  printf("[%s]\n", from_host);
  const int count = printf("returns its argument count: %d %d\n", 1, 2);
  printf("it returned %d\n", count);
  const int none = printf("and for none\n");
  printf("it returned %d\n", none);
}

__global__ void print_ids() {
  if (threadIdx.x == 0) printf("block %d says hello\n", blockIdx.x);
}

int main() {
  char* text;
  CUDA_CHECK(cudaMallocManaged(&text, 16));
  std::snprintf(text, 16, "managed");
  std::printf("before the kernel\n");
  print_all<<<1, 1>>>(text);
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("between the kernels\n");
  for (int i = 0; i < 2; ++i) print_ids<<<1, 32>>>();
  CUDA_CHECK(cudaDeviceSynchronize());
  std::printf("after the kernels\n");
  CUDA_CHECK(cudaFree(text));
}
