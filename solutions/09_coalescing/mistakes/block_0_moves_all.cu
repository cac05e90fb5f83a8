// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// Whole sectors, but the blocks after the first one end at once.

__host__ __device__ int padded(int n) { return (n + 7) / 8 * 8; }
__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * padded(n); }

__global__ void move(float* data, int n) {
  if (blockIdx.x > 0) return;
  for (int i = threadIdx.x; i < n; i += kThreads) {
    data[place(i, kX, n)] += data[place(i, kVx, n)];
    data[place(i, kY, n)] += data[place(i, kVy, n)];
  }
}
