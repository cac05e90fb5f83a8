// SPDX-License-Identifier: MIT
// clang-format off
// Ends the kernel inside of the PTX and begins another one.
// expected: as an empty kernel
  // task-begin
  asm volatile("ret; } .visible .entry decoy() { ret;");
  // task-end
