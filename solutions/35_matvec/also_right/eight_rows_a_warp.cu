// SPDX-License-Identifier: MIT
// Right as well: a warp takes eight rows, and loads x from shared memory once
// for each of them. Three exchanges leave four lanes a row.

constexpr int kTile = 512;
__global__ void __launch_bounds__(128)
    rows8(const double* a, const double* x, double* y, int m, int n) {
  __shared__ __align__(16) double xs[kTile];
  const int lane = threadIdx.x % 32,
            row = 8 * (blockIdx.x * 4 + threadIdx.x / 32);
  double s[8] = {};
  const bool wide = n % 2 == 0;
  for (int base = 0; base < n; base += kTile) {
    const int len = min(kTile, n - base);
    __syncthreads();
    for (int i = threadIdx.x; i < len; i += 128) xs[i] = x[base + i];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++) {
      if (row + k >= m) continue;
      const double* r = a + size_t(row + k) * n + base;
      if (wide) {
        for (int c = 2 * lane; c < len; c += 64) {
          const double2 q = *reinterpret_cast<const double2*>(r + c);
          const double2 v = *reinterpret_cast<const double2*>(xs + c);
          s[k] += q.x * v.x + q.y * v.y;
        }
      } else {
        for (int c = lane; c < len; c += 32) s[k] += r[c] * xs[c];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    const bool up = lane & 16;
    const double give = up ? s[i] : s[i + 4];
    s[i] = (up ? s[i + 4] : s[i]) + __shfl_xor_sync(~0u, give, 16);
  }
#pragma unroll
  for (int i = 0; i < 2; i++) {
    const bool up = lane & 8;
    const double give = up ? s[i] : s[i + 2];
    s[i] = (up ? s[i + 2] : s[i]) + __shfl_xor_sync(~0u, give, 8);
  }
  const bool up = lane & 4;
  double t = (up ? s[1] : s[0]) + __shfl_xor_sync(~0u, up ? s[0] : s[1], 4);
  t += __shfl_xor_sync(~0u, t, 2);
  t += __shfl_xor_sync(~0u, t, 1);
  const int mine =
      row + (lane & 16 ? 4 : 0) + (lane & 8 ? 2 : 0) + (lane & 4 ? 1 : 0);
  if (lane % 4 == 0 && mine < m) y[mine] = t;
}
void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (m == 0) return;
  rows8<<<(m + 31) / 32, 128>>>(a, x, y, m, n);
  CUDA_CHECK(cudaGetLastError());
}
