// SPDX-License-Identifier: MIT
// The second allocation fails. The program looks at neither error.
#include <cstdio>

#include "../../../common/counters.h"

int main() {
  lockstep::fail_call(2);
  int *a, *b = nullptr;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  std::printf("%d\n", b != nullptr);
  cudaFree(a);
}
