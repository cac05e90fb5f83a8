// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// x and y lie together, but each is loaded alone: half of a sector is used.

__host__ __device__ int place(int i, Field field, int n) {
  const int padded = (n + 7) / 8 * 8;
  const int pair = field / 2, part = field % 2;  // the mass is alone
  return pair * 2 * padded + (field == kMass ? i : 2 * i + part);
}
int floats_needed(int n) { return kFields * ((n + 7) / 8 * 8); }

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
