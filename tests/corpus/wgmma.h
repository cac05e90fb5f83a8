// SPDX-License-Identifier: MIT
// Instructions of warpgroups for the programs of wgmma.cu: macros, so that
// reports name the lines that use them.
#pragma once

#include <cuda.h>

#include <cstdint>
#include <cuda/ptx>

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

/// Bytes of a row that a swizzle exchanges, by CUtensorMapSwizzle; without one
/// the rows are as long.
constexpr unsigned kSpans[] = {128, 32, 64, 128};

/// Tiles of A (64 rows) and B (8 rows) come by tensor maps; the descriptors
/// have the swizzle `kRead`.
template <CUtensorMapSwizzle kRead>
__global__ void multiply_boxes(const __grid_constant__ CUtensorMap map_a,
                               const __grid_constant__ CUtensorMap map_b,
                               unsigned bytes, float4* out) {
  __shared__ alignas(1024) uint4 a[512];
  __shared__ alignas(1024) uint4 b[64];
  __shared__ uint64_t full;
  namespace ptx = cuda::ptx;
  if (threadIdx.x == 0) {
    const int at[] = {0, 0};
    ptx::mbarrier_init(&full, 1);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta,
                                   ptx::space_shared, &full, bytes);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, a, &map_a,
                              at, &full);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, b, &map_b,
                              at, &full);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) continue;
  float d[4] = {};
  FENCE();
  constexpr unsigned kRows = 8 * kSpans[kRead];  // bytes of 8 of them
  const uint64_t swizzle = uint64_t{(4 - kRead) % 4u} << 62;
  MULTIPLY(d, descriptor(a, 16, kRows) | swizzle,
           descriptor(b, 16, kRows) | swizzle);
  COMMIT();
  WAIT(0);
  STORE_SUMS(out, d);
}

/// A map of so many rows of a swizzle's span, of bf16, with one box.
inline CUtensorMap map_of_rows(void* data, unsigned rows,
                               CUtensorMapSwizzle swizzle) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000,
                                   cudaEnableDefault, &result);
  const unsigned columns = kSpans[swizzle] / 2;
  const cuuint64_t dims[] = {columns, rows}, strides[] = {kSpans[swizzle]};
  const cuuint32_t box[] = {columns, rows}, steps[] = {1, 1};
  CUtensorMap map;
  reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
      &map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, data, dims, strides, box,
      steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

}  // namespace corpus
