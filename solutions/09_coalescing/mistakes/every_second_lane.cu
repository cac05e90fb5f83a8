// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// Every second thread moves two neighbours in one access: no sector more, but
// half of each warp does nothing.

__host__ __device__ int padded(int n) { return (n + 7) / 8 * 8; }
__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * padded(n); }

__global__ void move(float* data, int n) {
  if (threadIdx.x % 2 != 0) return;
  const auto at = [&](Field field) {
    return reinterpret_cast<float2*>(data + place(0, field, n));
  };
  const int first = blockIdx.x * kThreads * kPerThread + threadIdx.x;
  for (int k = 0; k < kPerThread; ++k) {
    const int i = first + k * kThreads;
    if (i >= n) break;
    float2 x = at(kX)[i / 2], y = at(kY)[i / 2];
    x.x += at(kVx)[i / 2].x, x.y += at(kVx)[i / 2].y;
    y.x += at(kVy)[i / 2].x, y.y += at(kVy)[i / 2].y;
    at(kX)[i / 2] = x, at(kY)[i / 2] = y;
  }
}
