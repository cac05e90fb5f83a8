// SPDX-License-Identifier: MIT
// clang-format off
// A gigabyte for each block.
// expected: does not compile
  // task-begin
  __shared__ int all[1 << 28];
  all[i] = a[i];
  sum[i] = all[i + 1];
  // task-end
