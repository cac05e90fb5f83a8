// SPDX-License-Identifier: MIT
// Right as well: x and y of a particle lie together, and so do its speeds. One
// load of 8 bytes per lane takes both.

__host__ __device__ int place(int i, Field field, int n) {
  const int padded = (n + 7) / 8 * 8;
  const int pair = field / 2, part = field % 2;  // the mass is alone
  return pair * 2 * padded + (field == kMass ? i : 2 * i + part);
}
int floats_needed(int n) { return kFields * ((n + 7) / 8 * 8); }

__global__ void move(float* data, int n) {
  float2* const at = reinterpret_cast<float2*>(data);
  const float2* const speed =
      reinterpret_cast<float2*>(data + place(0, kVx, n));
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n;
       i += gridDim.x * kThreads) {
    float2 here = at[i];
    here.x += speed[i].x, here.y += speed[i].y;
    at[i] = here;
  }
}
