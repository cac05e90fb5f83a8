// SPDX-License-Identifier: MIT
// A lies at the end of shared memory, and its last piece is the last of that.
#include <cstdint>

#include "tests/corpus/corpus.h"

/// The descriptor of a tile without swizzle.
__device__ uint64_t tile_at(const void* tile, uint64_t stride) {
  const uint64_t start = __cvta_generic_to_shared(tile);
  return start >> 4 | uint64_t{8} << 16 | stride << 32;
}

__global__ void multiply(const uint4* in, float4* out) {
  __shared__ alignas(128) uint4 b[16], a[128];
  a[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16) b[threadIdx.x] = in[threadIdx.x];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, "
      "%4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(tile_at(a, 16)), "l"(tile_at(b, 16)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = make_float4(d[0], d[1], d[2], d[3]);
}

int main() {
  corpus::Device<uint4> in(128, uint4{1, 2, 3, 4});
  corpus::Device<float4> out(128);
  multiply<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
}
