// SPDX-License-Identifier: MIT
// The instructions of warpgroups (wgmma) for bf16 factors and float sums, from
// the descriptor of a swizzled tile to results in shared memory. Lesson 53
// explains them. For sm_90a alone. PTX ISA 9.0, "Asynchronous Warpgroup Level
// Matrix Instructions".
#pragma once

#include <cstdint>

#ifdef __CUDACC__  // device code alone; a host compiler sees nothing here

#include <cuda_bf16.h>

namespace lockstep::wgmma {

/// Orders the warpgroup's accesses to registers before the products that
/// follow. Stands before the first product, and wherever registers of a
/// product were written.
__device__ inline void fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/// Closes a group of all products begun since the last one.
__device__ inline void commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/// Waits until at most `kOpen` of the newest groups are in flight.
template <int kOpen>
__device__ void wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kOpen) : "memory");
}

/// From now on each thread of the warpgroup has `kCount` registers, a multiple
/// of 8 from 24 to 256, at most as many as before; the rest goes back to the
/// block. The kernel has __launch_bounds__. PTX ISA 9.0, "setmaxnreg".
template <int kCount>
__device__ void give_registers() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
}

/// The same with at least as many as before: waits until the block has them.
template <int kCount>
__device__ void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
}

/// Describes a tile in shared memory whose rows are 128 bytes long and lie one
/// after the other, swizzled by 128 bytes. The tile begins at a multiple of
/// 1024 bytes. For the next 16 columns of bf16 add 32 bytes to `tile`, for
/// another row a multiple of 1024. By rows (`kByRows` below) the same holds of
/// 64 columns of B.
__device__ inline uint64_t descriptor(const void* tile) {
  constexpr uint64_t kEightRows = 1024, kSwizzle128 = 1;
  const uint64_t start = __cvta_generic_to_shared(tile) & 0x3ffff;
  return start >> 4 | uint64_t{1} << 16 | kEightRows >> 4 << 32 |
         kSwizzle128 << 62;
}

/// Where value `i` of a thread's sums lies in the tile of 64 rows.
__device__ inline int row_of(int i) {
  return threadIdx.x % 128 / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
}
__device__ inline int column_of(int i) {
  return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
}

#define LOCKSTEP_SUMS_8(i)                                                \
  "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3]), \
      "+f"(sums[i + 4]), "+f"(sums[i + 5]), "+f"(sums[i + 6]),            \
      "+f"(sums[i + 7])
#define LOCKSTEP_SUMS_32(i)                                            \
  LOCKSTEP_SUMS_8(i), LOCKSTEP_SUMS_8(i + 8), LOCKSTEP_SUMS_8(i + 16), \
      LOCKSTEP_SUMS_8(i + 24)

/// sums (64 x 64) = a (64 x 16) * b (16 x 64), plus the old sums if `add`. The
/// descriptors are of a's rows and of b's columns.
__device__ inline void multiply(float (&sums)[32], uint64_t a, uint64_t b,
                                bool add = true) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %34, 0; "
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
      "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
      "}, %32, %33, p, 1, 1, 0, 0;}"
      : LOCKSTEP_SUMS_32(0)
      : "l"(a), "l"(b), "r"(int(add)));
}

/// sums (64 x 128) = a (64 x 16) * b (16 x 128), plus the old sums if `add`.
/// The descriptors are of a's rows and of b's columns.
__device__ inline void multiply(float (&sums)[64], uint64_t a, uint64_t b,
                                bool add = true) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %66, 0; "
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
      "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,"
      "%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,"
      "%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
      "}, %64, %65, p, 1, 1, 0, 0;}"
      : LOCKSTEP_SUMS_32(0), LOCKSTEP_SUMS_32(32)
      : "l"(a), "l"(b), "r"(int(add)));
}

/// sums (64 x 256) = a (64 x 16) * b (16 x 256), plus the old sums if `add`.
/// The descriptors are of a's rows and of b's columns.
__device__ inline void multiply(float (&sums)[128], uint64_t a, uint64_t b,
                                bool add = true) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %130, 0; "
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
      "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,"
      "%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,"
      "%54,%55,%56,%57,%58,%59,%60,%61,%62,%63,%64,%65,%66,%67,%68,%69,%70,"
      "%71,%72,%73,%74,%75,%76,%77,%78,%79,%80,%81,%82,%83,%84,%85,%86,%87,"
      "%88,%89,%90,%91,%92,%93,%94,%95,%96,%97,%98,%99,%100,%101,%102,%103,"
      "%104,%105,%106,%107,%108,%109,%110,%111,%112,%113,%114,%115,%116,%117,"
      "%118,%119,%120,%121,%122,%123,%124,%125,%126,%127"
      "}, %128, %129, p, 1, 1, 0, 0;}"
      : LOCKSTEP_SUMS_32(0), LOCKSTEP_SUMS_32(32), LOCKSTEP_SUMS_32(64),
        LOCKSTEP_SUMS_32(96)
      : "l"(a), "l"(b), "r"(int(add)));
}

/// The same with a in registers: value pairs (row, column) of the sums' layout,
/// columns 0 to 15. `kByRows`: b's rows are 128 bytes of memory, not its
/// columns.
template <bool kByRows>
__device__ void multiply(float (&sums)[32], const uint32_t (&a)[4], uint64_t b,
                         bool add = true) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %37, 0; "
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
      "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"
      "}, {%32,%33,%34,%35}, %36, p, 1, 1, %38;}"
      : LOCKSTEP_SUMS_32(0)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(int(add)),
        "n"(int(kByRows)));
}

/// The same with a in registers: value pairs (row, column) of the sums' layout,
/// columns 0 to 15. `kByRows`: b's rows are 128 bytes of memory, not its
/// columns.
template <bool kByRows>
__device__ void multiply(float (&sums)[64], const uint32_t (&a)[4], uint64_t b,
                         bool add = true) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %69, 0; "
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {"
      "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,"
      "%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31,%32,%33,%34,%35,%36,"
      "%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48,%49,%50,%51,%52,%53,"
      "%54,%55,%56,%57,%58,%59,%60,%61,%62,%63"
      "}, {%64,%65,%66,%67}, %68, p, 1, 1, %70;}"
      : LOCKSTEP_SUMS_32(0), LOCKSTEP_SUMS_32(32)
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(int(add)),
        "n"(int(kByRows)));
}

/// Two values in one register, the first in the lower half.
__device__ inline uint32_t pack(float low, float high) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(low, high);
  return reinterpret_cast<const uint32_t&>(both);
}

/// A warp stores 16 x 16 results: values[0] to values[3] of each lane hold two
/// each, as they lie in the sums of a product. `row` points to 16 bytes of
/// shared memory: columns 0 to 7 of row `lane`, or of lane 16 and up columns 8
/// to 15 of row `lane` - 16.
__device__ inline void store_16x16(void* row, const uint32_t* values) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(
          static_cast<uint32_t>(__cvta_generic_to_shared(row))),
      "r"(values[0]), "r"(values[1]), "r"(values[2]), "r"(values[3])
      : "memory");
}

#undef LOCKSTEP_SUMS_32
#undef LOCKSTEP_SUMS_8

}  // namespace lockstep::wgmma

#endif
