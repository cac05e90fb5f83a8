// SPDX-License-Identifier: MIT
// caught by: case "the matrix moves once, in whole sectors"
// A thread takes a row: no shuffle, and the lanes of a warp lie in 32 rows.

constexpr int kThreads = 128;

__global__ void thread_a_row(const double* a, const double* x, double* y, int m,
                             int n) {
  const int row = blockIdx.x * kThreads + threadIdx.x;
  if (row >= m) return;
  double sum = 0;
  for (int c = 0; c < n; ++c) sum += a[size_t(row) * n + c] * x[c];
  y[row] = sum;
}

void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (m == 0) return;
  thread_a_row<<<(m + kThreads - 1) / kThreads, kThreads>>>(a, x, y, m, n);
  CUDA_CHECK(cudaGetLastError());
}
