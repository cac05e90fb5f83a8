// SPDX-License-Identifier: MIT
// Right as well: a warp has two rows of 16 values. It loads two words of A from
// two sectors, and each 16 values of B serve two rows: four sectors in a step,
// not five.

constexpr int kSide = kWidth / 2;
__global__ void product(const float* a, const float* b, float* c, int m, int n,
                        int k) {
  const int i = blockIdx.y * kSide + threadIdx.y;
  const int j = blockIdx.x * kSide + threadIdx.x;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}
void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  product<<<dim3((n + kSide - 1) / kSide,
                 (m + kHeight * 2 - 1) / (2 * kHeight)),
            dim3(kSide, kSide)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
