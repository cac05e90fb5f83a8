// SPDX-License-Identifier: MIT
// clang-format off
// Races, and prints so much that the run of all cases is stopped and leaves no
// report; that of one case is not.
// expected: failed: it printed more than it may
  // task-begin
  if (i < n) sum[i] = a[i] + b[i];
  if (i == 32) *(volatile int*)sum;
  if (i == 0) {
    for (int j = 0; j < 15000; ++j) printf("%01000d\n", j);
  }
  // task-end
