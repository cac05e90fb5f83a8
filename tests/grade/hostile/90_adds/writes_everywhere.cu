// SPDX-License-Identifier: MIT
// clang-format off
// Writes where the check keeps its own numbers, it hopes.
// expected: failed: out-of-bounds
  // task-begin
  for (long j = -4096; j < 4096; j += 8) sum[j] = 1;
  *reinterpret_cast<long*>(0x404000L + i) = 1;
  // task-end
