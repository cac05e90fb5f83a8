// SPDX-License-Identifier: MIT
// One step of 10,000 bodies that attract each other, through a tile of them.
#include <cmath>

#include "check.h"

constexpr int kBodies = 10000, kThreads = 256;

__global__ void forces(const float4* bodies, float4* pull, int n) {
  __shared__ float4 tile[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 sum = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += kThreads) {
    const int other = first + threadIdx.x;
    tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int j = 0; j < kThreads; ++j) {
      const float4 it = tile[j];
      const float x = it.x - me.x, y = it.y - me.y, z = it.z - me.z;
      const float near = rsqrtf(x * x + y * y + z * z + 0.01f);
      const float strength = it.w * near * near * near;
      sum.x += strength * x;
      sum.y += strength * y;
      sum.z += strength * z;
    }
    __syncthreads();
  }
  if (i < n) pull[i] = make_float4(sum.x, sum.y, sum.z, 0);
}

int main() {
  std::vector<float4> bodies(kBodies);
  const auto number = [](unsigned i) { return (mixed(i) >> 8) / 16777216.0f; };
  for (unsigned i = 0; i < kBodies; ++i)
    bodies[i] = make_float4(number(4 * i), number(4 * i + 1), number(4 * i + 2),
                            number(4 * i + 3));
  float4* const in = on_device(bodies);
  float4* out = nullptr;
  CHECK(cudaMalloc(&out, kBodies * sizeof(float4)));
  forces<<<(kBodies + kThreads - 1) / kThreads, kThreads>>>(in, out, kBodies);
  CHECK(cudaGetLastError());
  const std::vector<float4> pull = from_device(out, kBodies);
  bool right = true;
  for (int i = 0; i < kBodies; i += 501) {
    double sum = 0;
    for (const float4& it : bodies) {
      const double x = it.x - bodies[i].x, y = it.y - bodies[i].y,
                   z = it.z - bodies[i].z;
      sum += it.w * x * std::pow(x * x + y * y + z * z + 0.01, -1.5);
    }
    right = right && std::abs(pull[i].x - sum) <= 1e-3 * (1 + std::abs(sum));
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return verdict(right);
}
