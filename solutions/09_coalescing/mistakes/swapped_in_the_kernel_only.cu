// SPDX-License-Identifier: MIT
// caught by: case "moves 2 particles"
// The kernel reads arrays, but the host still stores records with place().


__host__ __device__ int place(int i, Field field, int) {
  return i * kFields + field;
}
int floats_needed(int n) { return kFields * n; }

__global__ void move(float* data, int n) {
  const int first = blockIdx.x * kThreads * kPerThread + threadIdx.x;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = first + k * kThreads;
    if (i < n) {
      data[kX * n + i] += data[kVx * n + i];
      data[kY * n + i] += data[kVy * n + i];
    }
  }
}
