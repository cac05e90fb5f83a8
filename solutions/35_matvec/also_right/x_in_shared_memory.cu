// SPDX-License-Identifier: MIT
// Right as well: the vector is kept in shared memory, 1024 values at a time.

constexpr int kThreads = 256, kChunk = 1024;

__device__ double times(double a, double x) { return a * x; }
__device__ double times(double2 a, double2 x) { return a.x * x.x + a.y * x.y; }

template <typename Part>
__global__ void two_rows(const double* a, const double* x, double* y, int m,
                         int n) {
  constexpr int kEach = sizeof(Part) / sizeof(double), kParts = kChunk / kEach;
  __shared__ Part shared_x[kParts];
  const int row = (blockIdx.x * kThreads + threadIdx.x) / 32 * 2;
  const int lane = threadIdx.x % 32;
  const int first = min(row, m - 1), other = min(row + 1, m - 1);
  const auto* upper = reinterpret_cast<const Part*>(a + size_t(first) * n);
  const auto* lower = reinterpret_cast<const Part*>(a + size_t(other) * n);
  const auto* right = reinterpret_cast<const Part*>(x);
  const int parts = n / kEach;
  double up = 0, low = 0;
  for (int begin = 0; begin < parts; begin += kParts) {
    const int now = min(kParts, parts - begin);
    __syncthreads();
    for (int c = threadIdx.x; c < now; c += kThreads) {
      shared_x[c] = right[begin + c];
    }
    __syncthreads();
    for (int c = lane; c < now; c += 32) {
      up += times(upper[begin + c], shared_x[c]);
      low += times(lower[begin + c], shared_x[c]);
    }
  }
  const bool keep_upper = lane < 16;
  double sum = keep_upper ? up : low;
  sum += __shfl_xor_sync(0xffffffff, keep_upper ? low : up, 16);
  for (int offset = 8; offset > 0; offset /= 2) {
    sum += __shfl_xor_sync(0xffffffff, sum, offset);
  }
  if (lane == 0 && row < m) y[row] = sum;
  if (lane == 16 && row + 1 < m) y[row + 1] = sum;
}

void matvec(const double* a, const double* x, double* y, int m, int n) {
  if (m == 0) return;
  const int blocks = (m + kThreads / 16 - 1) / (kThreads / 16);
  if (n % 2 == 0) {
    two_rows<double2><<<blocks, kThreads>>>(a, x, y, m, n);
  } else {
    two_rows<double><<<blocks, kThreads>>>(a, x, y, m, n);
  }
  CUDA_CHECK(cudaGetLastError());
}
