// SPDX-License-Identifier: MIT
// clang-format off
// Which one counts? Neither.
// expected: refused: stands there twice
  // task-begin
  sum[i] = a[i] + b[i];
  // task-end
  // task-begin
  sum[i] = 0;
  // task-end
