// SPDX-License-Identifier: MIT
// Right as well: no step uses a mass, so all of them share one place at the end.

__host__ __device__ int place(int i, Field field, int n) {
  const int padded = (n + 31) / 32 * 32;
  return field == kMass ? 4 * padded : field * padded + i;
}
int floats_needed(int n) { return place(0, kMass, n) + 1; }

__global__ void move(float* data, int n) {
  const int padded = (n + 31) / 32 * 32;
  // A warp takes four runs of 32 neighbours, one after the other.
  const int warp = (blockIdx.x * kThreads + threadIdx.x) / 32;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = (warp * kPerThread + k) * 32 + threadIdx.x % 32;
    if (i >= n) break;
    data[i] += data[2 * padded + i];
    data[padded + i] += data[3 * padded + i];
  }
}
