// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// Whole sectors, but half of the warps have nothing to do.

__host__ __device__ int padded(int n) { return (n + 7) / 8 * 8; }
__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * padded(n); }

__global__ void move(float* data, int n) {
  if (threadIdx.x >= kThreads / 2) return;
  const int begin = blockIdx.x * kThreads * kPerThread;
  for (int j = threadIdx.x; j < kThreads * kPerThread; j += kThreads / 2) {
    const int i = begin + j;
    if (i < n) {
      data[place(i, kX, n)] += data[place(i, kVx, n)];
      data[place(i, kY, n)] += data[place(i, kVy, n)];
    }
  }
}
