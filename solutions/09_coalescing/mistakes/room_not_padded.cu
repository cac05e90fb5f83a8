// SPDX-License-Identifier: MIT
// caught by: diagnostic out-of-bounds
// The fields are padded, but the room for them is not.

__host__ __device__ int padded(int n) { return (n + 1023) / 1024 * 1024; }

__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * n; }

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
