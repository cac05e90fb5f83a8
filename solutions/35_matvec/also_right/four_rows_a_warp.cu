// SPDX-License-Identifier: MIT
// Right as well: four rows per warp, two exchanges, then three steps for all.

constexpr int kThreads = 128;

__device__ double times(double a, double x) { return a * x; }
__device__ double times(double2 a, double2 x) { return a.x * x.x + a.y * x.y; }

/// Gives away one of two sums and adds what comes for the other one.
__device__ double exchange(double first, double second, int distance) {
  const bool keep_first = (threadIdx.x & distance) == 0;
  return (keep_first ? first : second) +
         __shfl_xor_sync(0xffffffff, keep_first ? second : first, distance);
}

/// A warp takes four rows. Two exchanges leave one sum per lane.
template <typename Part>
__global__ void __launch_bounds__(kThreads)
    four_rows(const double* a, const double* x, double* y, int m, int n) {
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32 * 4;
  const int lane = threadIdx.x % 32;
  if (row >= m) return;
  const Part* rows[4];
  for (int k = 0; k < 4; ++k) {
    rows[k] =
        reinterpret_cast<const Part*>(a + size_t(min(row + k, m - 1)) * n);
  }
  const auto* right = reinterpret_cast<const Part*>(x);
  double sums[4] = {};
  for (int c = lane; c < int(n / (sizeof(Part) / sizeof(double))); c += 32) {
    const Part value = right[c];
    for (int k = 0; k < 4; ++k) sums[k] += times(rows[k][c], value);
  }
  double sum = exchange(exchange(sums[0], sums[1], 16),
                        exchange(sums[2], sums[3], 16), 8);
  for (int offset = 4; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  const int mine = row + lane / 16 + lane / 8 % 2 * 2;
  if (lane % 8 == 0 && mine < m) y[mine] = sum;
}

void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (m == 0) return;
  const int blocks = (m + kThreads / 8 - 1) / (kThreads / 8);
  if (n % 2 == 0) {
    four_rows<double2><<<blocks, kThreads>>>(a, x, y, m, n);
  } else {
    four_rows<double><<<blocks, kThreads>>>(a, x, y, m, n);
  }
  CUDA_CHECK(cudaGetLastError());
}
