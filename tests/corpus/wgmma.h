// SPDX-License-Identifier: MIT
// Instructions of warpgroups for the programs of wgmma.cu: macros, so that
// reports name the lines that use them.
#pragma once

#include <cstdint>

#include "tests/corpus/corpus.h"

namespace corpus {

constexpr int kThreads = 128;  // of a warpgroup

#define FENCE() asm volatile("wgmma.fence.sync.aligned;" ::: "memory")
#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory")
#define WAIT(open) \
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(open) : "memory")
/// Shows what the thread stored to the products that follow.
#define SHOW() asm volatile("fence.proxy.async;" ::: "memory")

#define FOUR(c, d, i) c(d[i]), c(d[i + 1]), c(d[i + 2]), c(d[i + 3])

/// d += a * b: 64 x 8 sums, k is 16, bf16; a and b are descriptors.
#define MULTIPLY(d, a, b)                                                   \
  asm volatile(                                                             \
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, " \
      "%4, %5, 1, 1, 1, 0, 0;"                                              \
      : FOUR("+f", d, 0)                                                    \
      : "l"(a), "l"(b))
/// Likewise; a is in registers.
#define MULTIPLY_REGISTERS(d, a, b)                                         \
  asm volatile(                                                             \
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0,%1,%2,%3}, " \
      "{%4,%5,%6,%7}, %8, 1, 1, 1, 0;"                                      \
      : FOUR("+f", d, 0)                                                    \
      : FOUR("r", a, 0), "l"(b))
/// 64 x 16 sums.
#define MULTIPLY_WIDE(d, a, b)                                \
  asm volatile(                                               \
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 " \
      "{%0,%1,%2,%3,%4,%5,%6,%7}, %8, %9, 1, 1, 1, 0, 0;"     \
      : FOUR("+f", d, 0), FOUR("+f", d, 4)                    \
      : "l"(a), "l"(b))

#define STORE_SUMS(out, d) \
  (out)[threadIdx.x] = make_float4((d)[0], (d)[1], (d)[2], (d)[3])

#define GIVE(count) \
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(count))
#define TAKE(count) \
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(count))

/// Without swizzle; offsets are in bytes.
inline __device__ uint64_t descriptor(const void* tile, uint32_t leading = 128,
                                      uint32_t stride = 256) {
  const uint64_t start = __cvta_generic_to_shared(tile);
  return start >> 4 | uint64_t{leading >> 4} << 16 |
         uint64_t{stride >> 4} << 32;
}

/// Tiles of A (64 x 16) and B (16 x 8), 16 bytes a thread.
struct Tiles {
  uint4 a[128], b[16];
};
#define FILL(tiles, in)                                               \
  do {                                                                \
    (tiles).a[threadIdx.x] = (in)[threadIdx.x];                       \
    if (threadIdx.x < 16) (tiles).b[threadIdx.x] = (in)[threadIdx.x]; \
  } while (false)

}  // namespace corpus
