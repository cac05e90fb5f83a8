// SPDX-License-Identifier: MIT
// clang-format off
// A file that never ends stops the compiler from ending.
// expected: refused: #include
  // task-begin
#include "/dev/zero"
  // task-end
