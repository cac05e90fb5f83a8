// SPDX-License-Identifier: MIT
// caught by: case "loads of B touch few sectors"
// A thread has two neighbouring columns, one after the other: a request
// touches every second word.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.y * kHeight + threadIdx.y;
  const int first = 2 * (blockIdx.x * kWidth + threadIdx.x);
  for (int j = first; j < first + 2; ++j) {
    if (i >= m || j >= n) continue;
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + 2 * kWidth - 1) / (2 * kWidth),
                  (m + kHeight - 1) / kHeight);
  product<<<grid, dim3(kWidth, kHeight)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
