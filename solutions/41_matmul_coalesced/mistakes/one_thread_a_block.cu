// SPDX-License-Identifier: MIT
// caught by: case "loads of B touch few sectors"
// A block has one thread, so each request is one word and one sector.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.y;
  const int j = blockIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid(n, m);
  product<<<grid, 1>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
