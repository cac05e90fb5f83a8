// SPDX-License-Identifier: MIT
// clang-format off
// A kernel that goes on for ever.
// expected: failed
  // task-begin
  volatile int* out = sum;
  for (unsigned j = 0; j < 5; j *= 2) out[i] = a[0] + b[0];
  // task-end
