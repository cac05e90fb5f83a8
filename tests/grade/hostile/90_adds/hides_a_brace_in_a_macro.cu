// SPDX-License-Identifier: MIT
// clang-format off
// The closing brace has another name.
// expected: refused: bracket alone
  // task-begin
#define CLOSE }
  {
  CLOSE CLOSE
  // task-end
