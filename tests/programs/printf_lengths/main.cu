// SPDX-License-Identifier: MIT
// The lengths of the device's printf: h, l and ll (CUDA programming guide,
// "Format specifiers"), and what stands for the others of C. Each line ends
// with a mark, which is wrong when a length takes an argument of another size.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "common/cuda_check.h"

__global__ void print_all(int big, signed char small, size_t size) {
  printf("h  [%hd] [%hd] [%hu] [%hx] [%6hd] [%d]\n", big, -big, -1, big, -2, 1);
  printf("l  [%ld] [%lu] [%lx] [%d]\n", -1L, 1UL << 40, 1UL << 40, 3);
  printf("ll [%lld] [%llu] [%llo] [%d]\n", -1LL, 1ULL << 63, 1ULL << 60, 4);
  printf("hh [%d] [%d] [%x] [%d]\n", small, static_cast<signed char>(200),
         static_cast<unsigned char>(0x1ff), 5);
  printf("z  [%llu] [%8llu] [%llx] [%d]\n",
         static_cast<unsigned long long>(size),
         static_cast<unsigned long long>(size / 1024),
         static_cast<unsigned long long>(size), 6);
  printf("j  [%lld] [%llu] [%d]\n", static_cast<long long>(intmax_t{-7}),
         static_cast<unsigned long long>(uintmax_t{1} << 50), 7);
  printf("t  [%lld] [%d]\n", static_cast<long long>(ptrdiff_t{-8}), 8);
}

int main() {
  print_all<<<1, 1>>>(70000, -5, sizeof(double) << 33);
  CUDA_CHECK(cudaDeviceSynchronize());
}
