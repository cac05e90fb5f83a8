// SPDX-License-Identifier: MIT
// Right as well: a block of 32 x 32 threads.

constexpr int kRows = 32;  // of a block, in place of kHeight

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.y * kRows + threadIdx.y;
  const int j = blockIdx.x * kWidth + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kWidth - 1) / kWidth, (m + kRows - 1) / kRows);
  product<<<grid, dim3(kWidth, kRows)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
