// SPDX-License-Identifier: MIT
// What else of C a kernel's printf does not have.
#include <cstdint>
#include <cstdio>

__global__ void bytes(const unsigned char* data) {
  printf("%02hhx\n", data[threadIdx.x]);
}

__global__ void distance(const int* begin, const int* end, intmax_t sum) {
  printf("%td\n", end - begin);
  printf("%-8jd|\n", sum);
}

__global__ void digits(double value, int count) {
  printf("%.*f\n", count, value);
}

int main() {
  unsigned char* data;
  cudaMalloc(&data, 4);
  cudaMemset(data, 0xab, 4);
  bytes<<<1, 4>>>(data);
  const int* numbers = nullptr;
  distance<<<1, 1>>>(numbers, numbers + 6, -5);
  digits<<<1, 1>>>(0.125, 2);
  cudaDeviceSynchronize();
  cudaFree(data);
}

/* report:
warning[printf-format]: `printf` in a kernel does not know `%02hhx`
 --> bug_kinds.cu:7:3
  |
7 |   printf("%02hhx\n", data[threadIdx.x]);
  |   ^ thread 0 of block (0,0,0) prints here
  |
  = type:  `%02x`, and the argument as (unsigned char)
  = why:   a GPU does not read such an argument as C does, so the text is wrong
           there; here it is printed as C does
  = seen:  4 times in this launch; the first is shown
  = learn: docs/diagnostics/printf-format.md

warning[printf-format]: `printf` in a kernel does not know `%td`
  --> bug_kinds.cu:11:3
   |
11 |   printf("%td\n", end - begin);
   |   ^ thread 0 of block (0,0,0) prints here
   |
   = type:  `%lld`, and the argument as (long long)
   = why:   a GPU does not read such an argument as C does, so the text is wrong
            there; here it is printed as C does
   = seen:  once in this launch
   = learn: docs/diagnostics/printf-format.md

warning[printf-format]: `printf` in a kernel does not know `%-8jd`
  --> bug_kinds.cu:12:3
   |
12 |   printf("%-8jd|\n", sum);
   |   ^ thread 0 of block (0,0,0) prints here
   |
   = type:  `%-8lld`, and the argument as (long long)
   = why:   a GPU does not read such an argument as C does, so the text is wrong
            there; here it is printed as C does
   = seen:  once in this launch
   = learn: docs/diagnostics/printf-format.md

warning[printf-format]: `printf` in a kernel does not know `%.*f`
  --> bug_kinds.cu:16:3
   |
16 |   printf("%.*f\n", count, value);
   |   ^ thread 0 of block (0,0,0) prints here
   |
   = type:  a number after the point: a `*` stands for the width alone
   = why:   a GPU does not read such an argument as C does, so the text is wrong
            there; here it is printed as C does
   = seen:  once in this launch
   = learn: docs/diagnostics/printf-format.md
*/
