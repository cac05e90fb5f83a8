// SPDX-License-Identifier: MIT
// Right as well: a thread computes four values of a column, so a word of B is
// loaded once for four products.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = 4 * (blockIdx.y * kHeight + threadIdx.y);
  const int j = blockIdx.x * kWidth + threadIdx.x;
  if (j >= n) return;
  float sum[4] = {};
  for (int l = 0; l < k; ++l) {
    const float word = b[l * n + j];
    for (int r = 0; r < 4; ++r) {
      if (i + r < m) sum[r] += a[(i + r) * k + l] * word;
    }
  }
  for (int r = 0; r < 4; ++r) {
    if (i + r < m) c[(i + r) * n + j] = sum[r];
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kWidth - 1) / kWidth,
                  (m + 4 * kHeight - 1) / (4 * kHeight));
  product<<<grid, dim3(kWidth, kHeight)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
