// SPDX-License-Identifier: MIT
// A row of 33 numbers in one call.
#include <cstdio>

__global__ void show(const int* v) {
  printf(
      "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n"
      "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d\n",
      v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11],
      v[12], v[13], v[14], v[15], v[16], v[17], v[18], v[19], v[20], v[21],
      v[22], v[23], v[24], v[25], v[26], v[27], v[28], v[29], v[30], v[31],
      v[32]);
}

int main() {
  int* values;
  cudaMalloc(&values, 33 * sizeof(int));
  cudaMemset(values, 0, 33 * sizeof(int));
  show<<<1, 1>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}

/* report:
warning[printf-format]: `%d` comes after the last argument that `printf` in a
  kernel can have
 --> bug_many.cu:6:3
  |
6 |   printf(
  |   ^ thread 0 of block (0,0,0) prints here
  |
  = type:  a second call for the rest
  = why:   a call has at most 32 arguments beside the format; a conversion after
           them is printed as it stands
  = seen:  once in this launch
  = learn: docs/diagnostics/printf-format.md
*/
