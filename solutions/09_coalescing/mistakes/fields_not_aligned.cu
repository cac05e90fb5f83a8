// SPDX-License-Identifier: MIT
// caught by: case "each field begins at a sector"
// The arrays stand close together: with 1001 particles y begins in the middle
// of a sector, and each warp touches one sector more.

__host__ __device__ int padded(int n) { return n; }

__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * padded(n); }

__global__ void move(float* data, int n) {
  const int first = blockIdx.x * kThreads * kPerThread + threadIdx.x;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = first + k * kThreads;
    if (i < n) {
      data[place(i, kX, n)] += data[place(i, kVx, n)];
      data[place(i, kY, n)] += data[place(i, kVy, n)];
    }
  }
}
