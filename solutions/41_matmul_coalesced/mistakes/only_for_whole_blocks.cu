// SPDX-License-Identifier: MIT
// caught by: case "loads of A touch few sectors"
// Where the blocks do not fit, the lanes still lie the first way.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const bool whole = m % kHeight == 0 && n % kWidth == 0;
  const int i = whole ? blockIdx.y * kHeight + threadIdx.y
                      : blockIdx.x * kWidth + threadIdx.x;
  const int j = whole ? blockIdx.x * kWidth + threadIdx.x
                      : blockIdx.y * kHeight + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const bool whole = m % kHeight == 0 && n % kWidth == 0;
  const int wide = whole ? n : m, high = whole ? m : n;
  const dim3 grid((wide + kWidth - 1) / kWidth, (high + kHeight - 1) / kHeight);
  product<<<grid, dim3(kWidth, kHeight)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
