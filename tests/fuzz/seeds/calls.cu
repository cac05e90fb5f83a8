// SPDX-License-Identifier: MIT
// Seed: calls with and without a prototype, branches, printf.
#include <cstdio>

using Function = int (*)(int);

__device__ __noinline__ int thrice(int x) {
  printf("%d\n", x);
  return x * 3;
}
__device__ __noinline__ int less(int x) { return x - 3; }
__device__ Function functions[2] = {thrice, less};

__global__ void choose(int* out, int n) {
  int local[8] = {1, 2, 3};
  switch (n) {
    case 0:
      out[0] = __popc(n + local[1]);
      break;
    case 1:
      out[1] = __clz(out[0]);
      break;
    case 2:
      out[2] = __brev(out[1]);
      break;
    case 3:
      out[3] = out[2] / 7;
      break;
    case 4:
      out[4] = out[3] % 5;
      break;
    default:
      __trap();
  }
  out[5] = functions[n & 1](local[n]);
}
