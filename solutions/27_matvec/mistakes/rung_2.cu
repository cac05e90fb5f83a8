// SPDX-License-Identifier: MIT
// caught by: case "the sums stay in registers"
// The lanes meet in shared memory.
#include "common/cuda_check.h"
#include "lesson.h"
#include "rungs.cuh"

// task-begin
void matvec(const double* a, const double* x, double* y, int m, int n) {
  rungs::matvec_shared(a, x, y, m, n);
}
// task-end
