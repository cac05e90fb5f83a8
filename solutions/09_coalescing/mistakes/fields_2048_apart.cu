// SPDX-License-Identifier: MIT
// caught by: case "moves any number of particles"
// caught by: diagnostic global-race
// The place of a field does not depend on n: from 2049 particles on they meet.

__host__ __device__ int place(int i, Field field, int) {
  return field * 2048 + i;
}
int floats_needed(int n) { return kFields * 2048 + n; }

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
