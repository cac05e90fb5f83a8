// SPDX-License-Identifier: MIT
// A file that never ends stops the compiler from ending.
// expected: refused: #include
  // task-begin
#include "/dev/zero"
  // task-end
