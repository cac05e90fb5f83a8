// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// The arrays are apart, but each thread still takes 4 neighbours: lanes step
// by 16 bytes.

__host__ __device__ int padded(int n) { return (n + 7) / 8 * 8; }

__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * padded(n); }

__global__ void move(float* data, int n) {
  const int first = (blockIdx.x * kThreads + threadIdx.x) * kPerThread;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = first + k;
    if (i < n) {
      data[place(i, kX, n)] += data[place(i, kVx, n)];
      data[place(i, kY, n)] += data[place(i, kVy, n)];
    }
  }
}
