// SPDX-License-Identifier: MIT
// clang-format off
// The closing brace has another name.
// expected: refused: #define
  // task-begin
#define CLOSE }
  {
  CLOSE CLOSE
  // task-end
