// SPDX-License-Identifier: MIT
// The lengths of the device's printf. The CUDA programming guide ("Format
// specifiers") names h, l and ll, and says that the text is made on the host;
// so h, hh, z, j and t mean what they do in C. Each line ends with a mark,
// which is wrong when a length takes an argument of another size.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "common/cuda_check.h"

__global__ void print_all(int big, signed char small, size_t size) {
  printf("h  [%hd] [%hd] [%hu] [%hx] [%6hd] [%d]\n", big, -big, -1, big, -2, 1);
  printf("hh [%hhd] [%hhd] [%hhu] [%hhx] [%-4hhd] [%d]\n", small, 200, -1,
         0x1ff, small, 2);
  printf("l  [%ld] [%lu] [%lx] [%d]\n", -1L, 1UL << 40, 1UL << 40, 3);
  printf("ll [%lld] [%llu] [%llo] [%d]\n", -1LL, 1ULL << 63, 1ULL << 60, 4);
  printf("z  [%zu] [%zd] [%8zu] [%zx] [%d]\n", size, -size, size, size, 5);
  printf("j  [%jd] [%ju] [%d]\n", intmax_t{-7}, uintmax_t{1} << 50, 6);
  printf("t  [%td] [%d]\n", ptrdiff_t{-8}, 7);
}

int main() {
  print_all<<<1, 1>>>(70000, -5, sizeof(double) << 33);
  CUDA_CHECK(cudaDeviceSynchronize());
}
