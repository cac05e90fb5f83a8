// SPDX-License-Identifier: MIT
// The whole file is the student's own, with an answer and a main().
// expected: refused: are missing
#include "lesson.h"

int add(const int* a, const int* b, int* sum, int n) {
  for (int i = 0; i < n; ++i) sum[i] = a[i] + b[i];
  return 0;
}
int main() { return 0; }
