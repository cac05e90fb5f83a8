// SPDX-License-Identifier: MIT
// caught by: case "loads of A touch few sectors"
// caught by: case "stores of C touch few sectors"
// The block becomes 8 x 32 and the indices stay: a warp still lies in
// eight rows, four columns of each.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.x * kHeight + threadIdx.x;
  const int j = blockIdx.y * kWidth + threadIdx.y;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((m + kHeight - 1) / kHeight, (n + kWidth - 1) / kWidth);
  product<<<grid, dim3(kHeight, kWidth)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
