// SPDX-License-Identifier: MIT
// caught by: case "loads of B touch few sectors"
// The host waits until the kernel has ended, in each call.

// The lanes of a warp differ in threadIdx.x, so x must be the index with step 1
// in memory: the column. Then B and C are touched by rows, and all lanes want
// one word of A. The other way around only B was good, by way of a broadcast.
__global__ void product(const float* a,  // m x k
                        const float* b,  // k x n
                        float* c,        // m x n
                        int m, int n, int k) {
  const int i = blockIdx.y * kHeight + threadIdx.y;
  const int j = blockIdx.x * kWidth + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
    c[i * n + j] = sum;
  }
}

void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + kWidth - 1) / kWidth, (m + kHeight - 1) / kHeight);
  product<<<grid, dim3(kWidth, kHeight)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());
}
