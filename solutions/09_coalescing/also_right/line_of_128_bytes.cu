// SPDX-License-Identifier: MIT
// Right as well: fields begin at multiples of 128 bytes, and a thread's four
// particles are one whole grid apart.

__host__ __device__ int place(int i, Field field, int n) {
  return field * ((n + 31) & ~31) + i;
}
int floats_needed(int n) { return place(n, kMass, n); }

__global__ void move(float* data, int n) {
  float* const x = data + place(0, kX, n);
  float* const y = data + place(0, kY, n);
  const float* const vx = data + place(0, kVx, n);
  const float* const vy = data + place(0, kVy, n);
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    x[i] += vx[i];
    y[i] += vy[i];
  }
}
