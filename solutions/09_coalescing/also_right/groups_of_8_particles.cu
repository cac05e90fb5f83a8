// SPDX-License-Identifier: MIT
// Right as well: 8 particles together, within them field by field. A group's
// field is one sector, so a warp's four sectors lie apart and are still whole.

__host__ __device__ int place(int i, Field field, int) {
  return i / 8 * (8 * kFields) + field * 8 + i % 8;
}
int floats_needed(int n) { return (n + 7) / 8 * 8 * kFields; }

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
