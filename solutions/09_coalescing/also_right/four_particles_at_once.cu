// SPDX-License-Identifier: MIT
// Right as well: a thread takes four neighbours in one access of 16 bytes, and
// so moves the padding, too. No sector more.

__host__ __device__ int padded(int n) { return (n + 7) / 8 * 8; }
__host__ __device__ int place(int i, Field field, int n) {
  return field * padded(n) + i;
}
int floats_needed(int n) { return kFields * padded(n); }

__global__ void move(float* data, int n) {
  const int v = blockIdx.x * kThreads + threadIdx.x;
  if (4 * v >= n) return;
  const auto at = [&](Field field) {
    return reinterpret_cast<float4*>(data + place(0, field, n)) + v;
  };
  float4 x = *at(kX), y = *at(kY);
  const float4 a = *at(kVx), b = *at(kVy);
  x.x += a.x, x.y += a.y, x.z += a.z, x.w += a.w;
  y.x += b.x, y.y += b.y, y.z += b.z, y.w += b.w;
  *at(kX) = x, *at(kY) = y;
}
