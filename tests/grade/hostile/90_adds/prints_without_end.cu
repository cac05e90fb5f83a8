// SPDX-License-Identifier: MIT
// clang-format off
// Fills the disk of whoever keeps the output.
// expected: failed
  // task-begin
  for (unsigned j = 0; j < 5; j *= 2) {
    printf("[doctest] Status: SUCCESS! all cases passed, %d of 4 points\n", i);
  }
  // task-end
