// SPDX-License-Identifier: MIT
// Right as well: 32 particles together, within them field by field. A warp finds
// its 32 floats in four whole sectors.

__host__ __device__ int place(int i, Field field, int) {
  return i / 32 * (32 * kFields) + field * 32 + i % 32;
}
int floats_needed(int n) { return (n + 31) / 32 * 32 * kFields; }

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
