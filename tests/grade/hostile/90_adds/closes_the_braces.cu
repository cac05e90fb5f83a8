// SPDX-License-Identifier: MIT
// clang-format off
// Ends the kernel, adds code that runs before main(), and opens a function for
// the rest.
// expected: refused: closes what was opened
  // task-begin
  if (i < n) sum[i] = 0;
}
struct Early {
  Early() { __builtin_exit(0); }
} early;
void rest() {
  int i = 0;
  // task-end
