// SPDX-License-Identifier: MIT
// clang-format off
// The braces match, until a macro takes them apart.
// expected: refused: macros
  // task-begin
#pragma nv_diag_suppress 177
#define FIRST(a, b) a
#define SECOND(a, b) b
  if (i < n) sum[i] = a[i] + b[i];
  SECOND({ , }) __device__ int reached; __device__ void g() FIRST({ , })
  // task-end
