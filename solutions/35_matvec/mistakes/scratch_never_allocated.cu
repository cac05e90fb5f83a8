// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// As in the article: memory for the result is allocated twice, and the scratch
// pointer, which the launch needs as an argument, stays null.

void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (m == 0) return;
  double *result = nullptr, *scratch = nullptr;
  CUDA_CHECK(cudaMalloc(&result, m * sizeof(double)));
  CUDA_CHECK(cudaMalloc(&result, m * 32 * sizeof(double)));
  rungs::through_global<<<rungs::blocks(m), rungs::kThreads>>>(a, x, y, scratch,
                                                               m, n);
  CUDA_CHECK(cudaGetLastError());
}
