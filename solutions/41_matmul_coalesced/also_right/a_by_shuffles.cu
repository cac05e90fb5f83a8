// SPDX-License-Identifier: MIT
// A warp loads 32 neighbours of its row of A at a time, and the lanes pass them
// on by shuffles.

__global__ void product(const float* a, const float* b, float* c, int m, int n,
                        int k) {
  const int j = blockIdx.x * 32 + threadIdx.x;
  const int i = blockIdx.y * 8 + threadIdx.y;
  if (i >= m) return;
  float sum = 0;
  for (int l = 0; l < k; l += 32) {
    const float mine =
        l + int(threadIdx.x) < k ? a[i * k + l + threadIdx.x] : 0;
    const int stop = min(32, k - l);
    for (int s = 0; s < stop; ++s) {
      const float x = __shfl_sync(~0u, mine, s);
      if (j < n) sum += x * b[(l + s) * n + j];
    }
  }
  if (j < n) c[i * n + j] = sum;
}
void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  if (m == 0 || n == 0) return;
  const dim3 grid((n + 31) / 32, (m + 7) / 8);
  product<<<grid, dim3(32, 8)>>>(a, b, c, m, n, k);
  CUDA_CHECK(cudaGetLastError());
}
