// SPDX-License-Identifier: MIT
// caught by: case "stores of C touch few sectors"
// The sum grows in C itself: k stores where one is enough.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.y * kHeight + threadIdx.y;
  const int j = blockIdx.x * kWidth + threadIdx.x;
  if (i < m && j < n) {
    c[i * n + j] = 0;
    for (int l = 0; l < k; ++l) c[i * n + j] += a[i * k + l] * b[l * n + j];
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kWidth - 1) / kWidth, (m + kHeight - 1) / kHeight);
  product<<<grid, dim3(kWidth, kHeight)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
