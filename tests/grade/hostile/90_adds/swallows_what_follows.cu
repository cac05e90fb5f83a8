// SPDX-License-Identifier: MIT
// clang-format off
// What stands below the region is the argument of a macro.
// expected: refused: not closed
  // task-begin
#define EAT(...)
  if (i < n) sum[i] = a[i] + b[i];
  EAT(
  // task-end
