// SPDX-License-Identifier: MIT
// Atomics of 128 bits since sm_90: float2 and float4 added element by element,
// pairs of numbers exchanged and compared as one.
#include <cstdio>

#include "common/cuda_check.h"

/// Two numbers that change together: how often, and the sum of who did it.
struct alignas(16) Tally {
  long long times, sum;
};

/// All lanes of all blocks: each element is a sum of its own.
__global__ void add_vectors(float2* two, float4* four, float4* old) {
  const float t = threadIdx.x;
  atomicAdd(two, make_float2(1, t));
  const float4 before = atomicAdd(&four[threadIdx.x], make_float4(1, 2, t, -t));
  if (blockIdx.x == 0) old[threadIdx.x] = before;
}

/// A loop on compare-and-swap: neither number is ever seen without the other.
__global__ void count_together(Tally* tally) {
  Tally seen{0, 0};
  while (true) {
    const Tally wanted{seen.times + 1, seen.sum + threadIdx.x};
    const Tally found = atomicCAS(tally, seen, wanted);
    if (found.times == seen.times && found.sum == seen.sum) return;
    seen = found;
  }
}

__global__ void exchange(Tally* tally, Tally* out) {
  out[0] = atomicExch(tally, Tally{-1, 1LL << 40});
  out[1] = atomicExch(tally, Tally{7, 8});
  out[2] = atomicCAS(tally, Tally{7, 9}, Tally{0, 0});  // half is not enough
  out[3] = atomicCAS(tally, Tally{7, 8}, Tally{5, 6});
}

int main() {
  const int threads = 64, blocks = 3;
  float* space;
  Tally* tally;
  CUDA_CHECK(cudaMalloc(&space, 4096));
  CUDA_CHECK(cudaMemset(space, 0, 4096));
  CUDA_CHECK(cudaMalloc(&tally, 5 * sizeof(Tally)));
  CUDA_CHECK(cudaMemset(tally, 0, 5 * sizeof(Tally)));

  auto* four = reinterpret_cast<float4*>(space + 4);
  add_vectors<<<1, threads>>>(reinterpret_cast<float2*>(space), four,
                              four + threads);
  add_vectors<<<blocks, threads>>>(reinterpret_cast<float2*>(space), four,
                                   four + 2 * threads);
  float host[1024];
  CUDA_CHECK(cudaMemcpy(host, space, 3200, cudaMemcpyDeviceToHost));
  std::printf("two: %g %g\n", host[0], host[1]);
  for (int t : {0, 5, 63}) {
    const float* f = host + 4 + 4 * t;
    std::printf("four[%d]: %g %g %g %g\n", t, f[0], f[1], f[2], f[3]);
  }
  const float* old = host + 4 + 4 * threads + 4 * 9;
  std::printf("old[9]: %g %g %g %g\n", old[0], old[1], old[2], old[3]);

  count_together<<<blocks, threads>>>(tally);
  Tally pairs[5];
  CUDA_CHECK(cudaMemcpy(pairs, tally, sizeof(Tally), cudaMemcpyDeviceToHost));
  std::printf("tally: %lld %lld\n", pairs[0].times, pairs[0].sum);
  exchange<<<1, 1>>>(tally, tally + 1);
  CUDA_CHECK(cudaMemcpy(pairs, tally, sizeof(pairs), cudaMemcpyDeviceToHost));
  for (const Tally& p : pairs) std::printf("%lld %lld\n", p.times, p.sum);
  CUDA_CHECK(cudaFree(space));
  CUDA_CHECK(cudaFree(tally));
}
