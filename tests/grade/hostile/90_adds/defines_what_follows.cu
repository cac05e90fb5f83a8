// SPDX-License-Identifier: MIT
// clang-format off
// The host code below the region means something else.
// expected: refused: #define add
  // task-begin
  if (i < n) sum[i] = a[i] + b[i];
#define add another
  // task-end
