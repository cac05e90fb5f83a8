// SPDX-License-Identifier: MIT
// clang-format off
// Asks printf for two thousand million blanks in front of a number.
// expected: not passed
  // task-begin
  printf("%*d\n", -2000000000, i);
  if (i < n) sum[i] = a[i] + b[i] + 1;
  // task-end
