// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// A record of 8 floats fills one sector, but a load uses 4 bytes of it.


__host__ __device__ int place(int i, Field field, int) { return i * 8 + field; }
int floats_needed(int n) { return 8 * n; }

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
