// SPDX-License-Identifier: MIT
// A size with the length that the host's printf has for it.
#include <cstdio>

__global__ void report(size_t count, int rest) {
  printf("%zu elements, %d left\n", count, rest);
}

int main() {
  report<<<1, 1>>>(1000, 24);
  cudaDeviceSynchronize();
}

/* report:
warning[printf-format]: `printf` in a kernel does not know `%zu`
 --> bug.cu:6:3
  |
6 |   printf("%zu elements, %d left\n", count, rest);
  |   ^ thread 0 of block (0,0,0) prints here
  |
  = type:  `%llu`, and the argument as (unsigned long long)
  = why:   a GPU does not read such an argument as C does, so the text is wrong
           there; here it is printed as C does
  = seen:  once in this launch
  = learn: docs/diagnostics/printf-format.md
*/
