// SPDX-License-Identifier: MIT
// clang-format off
// nvcc reads what the preprocessor wrote once more.
// expected: refused: # that begins no line
  // task-begin
#define E
  E #include "@SOLUTION@"
  if (i < n) sum[i] = a[i] + b[i];
  // task-end
