// SPDX-License-Identifier: MIT
// caught by: case "loads of A touch few sectors"
// caught by: case "stores of C touch few sectors"
// The lanes do lie along rows of C, but only four in each of eight rows.

__global__ void product(const float* a, const float* b, float* c, int m, int n,
                        int k) {
  const int j = blockIdx.x * 4 + threadIdx.x;
  const int i = blockIdx.y * 64 + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}
void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  product<<<dim3((n + 3) / 4, (m + 63) / 64), dim3(4, 64)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
