// SPDX-License-Identifier: MIT
// caught by: case "the sums stay in registers"
// The lanes meet in shared memory.

void matvec(const double* a, const double* x, double* y, int m, int n) {
  rungs::matvec_shared(a, x, y, m, n);
}
