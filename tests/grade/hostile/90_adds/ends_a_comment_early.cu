// SPDX-License-Identifier: MIT
// clang-format off
// To a compiler a lone carriage return ends a line; to an editor it need not.
// expected: refused: carriage return
  // task-begin
  if (i < n) sum[i] = a[i] + b[i];
  // x}void early() {
  // task-end
