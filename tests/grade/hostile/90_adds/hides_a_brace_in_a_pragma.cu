// SPDX-License-Identifier: MIT
// clang-format off
// The comment that begins in the pragma goes on below it.
// expected: refused: closes what was opened
  // task-begin
#pragma unroll 1 /*
{
*/
  for (int k = 0; k < 1; ++k) asm volatile("");
  if (i < n) sum[i] = a[i] + b[i];
}
__device__ int reached;
__device__ void g() {
#pragma unroll 1 /*
}
*/
  for (int k = 0; k < 1; ++k) asm volatile("");
  // task-end
