// SPDX-License-Identifier: MIT
// Seed: shared memory, initialised variables, shuffles and inline assembly.
#include <cstdint>

__constant__ float weights[3] = {1.5f, -2.5f};
__device__ int table[4] = {1, 2, 3};
__device__ int* second = &table[1];
__managed__ int counter = 7;
extern __shared__ float dynamic[];

__global__ void __launch_bounds__(128, 2) sum(float* out, const float4* in) {
  __shared__ float tile[33];
  const float4 v = in[threadIdx.x];
  tile[threadIdx.x] = v.x + v.y * weights[threadIdx.x % 3] + dynamic[0];
  __syncthreads();
  float x = tile[32 - threadIdx.x];
  for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(~0u, x, d);
  uint32_t lane;
  asm volatile(
      "{ .reg .pred p; .reg .u32 l; mov.u32 l, %%laneid;\n"
      "setp.ne.u32 p, l, 0;\n"
      "WAIT: @p bra DONE; bra.uni DONE; DONE: mov.u32 %0, WARP_SZ - 1; }"
      : "=r"(lane));
  if (threadIdx.x == lane) atomicAdd(out, x + *second + counter);
}
