// SPDX-License-Identifier: MIT
// caught by: case "a warp moves only what it uses"
// x, y and both speeds are one float4. It is loaded whole, which is right, and
// stored whole: the speeds did not change.

__host__ __device__ int place(int i, Field field, int n) {
  return field == kMass ? 4 * n + i : 4 * i + field;
}
int floats_needed(int n) { return kFields * n; }

__global__ void move(float* data, int n) {
  float4* const all = reinterpret_cast<float4*>(data);
  for (int i = blockIdx.x * kThreads + threadIdx.x; i < n;
       i += gridDim.x * kThreads) {
    float4 one = all[i];
    one.x += one.z, one.y += one.w;
    all[i] = one;
  }
}
