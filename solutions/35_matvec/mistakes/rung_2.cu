// SPDX-License-Identifier: MIT
// caught by: case "a lane loads 16 bytes at a time"
// The lanes meet in shared memory.

void matvec(const double* a, const double* x, double* y, int m, int n) {
  rungs::matvec_shared(a, x, y, m, n);
}
