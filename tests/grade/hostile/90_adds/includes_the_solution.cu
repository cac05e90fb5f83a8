// SPDX-License-Identifier: MIT
// clang-format off
// Takes the answer from the course.
// expected: refused: #include
  // task-begin
#include "../../solutions/90_adds/solution.cu"
  // task-end
