// SPDX-License-Identifier: MIT
// The stride of A is counted in bytes, and not in units of 16 bytes.
#include <cstdint>

#include "tests/corpus/corpus.h"

/// The descriptor of a tile without swizzle.
__device__ uint64_t tile_at(const void* tile, uint64_t stride) {
  const uint64_t start = __cvta_generic_to_shared(tile);
  return start >> 4 | uint64_t{8} << 16 | stride << 32;
}

__global__ void multiply(const uint4* in, float4* out) {
  __shared__ alignas(128) uint4 a[128], b[16];
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
      : "l"(tile_at(a, 256)), "l"(tile_at(b, 16)));
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

/* report:
error[descriptor]: the descriptor of matrix A leads past the shared memory of
  the block
  --> bug.cu:25:13
   |
25 |       : "l"(tile_at(a, 256)), "l"(tile_at(b, 16)));
   |             ^ warp 3 of block (0,0,0) needs it here
   |
   = byte:  24576; the block has 2304 bytes
   = why:   start, leading and stride offsets stand in the descriptor in units
            of 16 bytes
   = seen:  the launch ended here
   = learn: docs/diagnostics/descriptor.md
*/
