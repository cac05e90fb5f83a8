// SPDX-License-Identifier: MIT
// The last argument is the wrong way round: the copy fails, and the program
// goes on with a result that never came.
#include <cstdio>

int main() {
  int *data, result = 7;
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  cudaMemcpy(&result, data, sizeof(int), cudaMemcpyHostToDevice);
  std::printf("%d\n", result);
  cudaFree(data);
}
