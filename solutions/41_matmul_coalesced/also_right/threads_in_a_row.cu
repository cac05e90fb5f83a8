// SPDX-License-Identifier: MIT
// Right as well: a block is one row of 256 threads, 256 columns of C.

__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  constexpr int kThreads = kWidth * kHeight;
  const dim3 grid((n + kThreads - 1) / kThreads, m);
  product<<<grid, kThreads>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
