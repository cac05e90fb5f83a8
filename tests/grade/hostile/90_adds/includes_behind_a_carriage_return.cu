// SPDX-License-Identifier: MIT
// clang-format off
// The same, with the answer.
// expected: refused: carriage return
  // task-begin
  if (i < n) sum[i] = a[i] + b[i];
  // x#include "@SOLUTION@"
  // task-end
