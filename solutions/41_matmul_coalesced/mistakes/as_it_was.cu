// SPDX-License-Identifier: MIT
// caught by: case "loads of A touch few sectors"
// caught by: case "stores of C touch few sectors"
// Lanes in 32 rows: one load of A and one store of C touch 32 sectors.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.x * kWidth + threadIdx.x;
  const int j = blockIdx.y * kHeight + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((m + kWidth - 1) / kWidth, (n + kHeight - 1) / kHeight);
  product<<<grid, dim3(kWidth, kHeight)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
