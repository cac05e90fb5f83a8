// SPDX-License-Identifier: MIT
// What CUDA has and clang's own CUDA headers lack: stores with a cache
// operator, groups of a cluster, and its size. The driver includes it before
// each source.
#pragma once

#if defined(__CUDA__)

// cooperative_groups asks for nvcc, or for this; clang has what it stands for.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
#endif

// clang takes this attribute and makes nothing of it; the driver finds the
// annotation in LLVM's text (runner/clang/clusters.h).
#undef __cluster_dims__
#define __cluster_dims__(...) \
  __attribute__((annotate("lockstep.cluster_dims", __VA_ARGS__)))

// NOLINTBEGIN(bugprone-reserved-identifier): CUDA's names
#define LOCKSTEP_STORE_1(NAME, OP, TYPE, KIND, LETTER)              \
  static __device__ inline void NAME(TYPE* to, TYPE value) {        \
    asm volatile("st.global." OP "." KIND " [%0], %1;"              \
                 :                                                  \
                 : "l"(__cvta_generic_to_global(to)), LETTER(value) \
                 : "memory");                                       \
  }
#define LOCKSTEP_STORE_2(NAME, OP, TYPE, KIND, LETTER)                 \
  static __device__ inline void NAME(TYPE* to, TYPE value) {           \
    asm volatile("st.global." OP ".v2." KIND " [%0], {%1, %2};"        \
                 :                                                     \
                 : "l"(__cvta_generic_to_global(to)), LETTER(value.x), \
                   LETTER(value.y)                                     \
                 : "memory");                                          \
  }
#define LOCKSTEP_STORE_4(NAME, OP, TYPE, KIND, LETTER)                  \
  static __device__ inline void NAME(TYPE* to, TYPE value) {            \
    asm volatile("st.global." OP ".v4." KIND " [%0], {%1, %2, %3, %4};" \
                 :                                                      \
                 : "l"(__cvta_generic_to_global(to)), LETTER(value.x),  \
                   LETTER(value.y), LETTER(value.z), LETTER(value.w)    \
                 : "memory");                                           \
  }
#define LOCKSTEP_STORES(NAME, OP)                            \
  LOCKSTEP_STORE_1(NAME, OP, int, "b32", "r")                \
  LOCKSTEP_STORE_1(NAME, OP, unsigned, "b32", "r")           \
  LOCKSTEP_STORE_1(NAME, OP, long long, "b64", "l")          \
  LOCKSTEP_STORE_1(NAME, OP, unsigned long long, "b64", "l") \
  LOCKSTEP_STORE_1(NAME, OP, float, "f32", "f")              \
  LOCKSTEP_STORE_1(NAME, OP, double, "f64", "d")             \
  LOCKSTEP_STORE_2(NAME, OP, int2, "b32", "r")               \
  LOCKSTEP_STORE_2(NAME, OP, uint2, "b32", "r")              \
  LOCKSTEP_STORE_2(NAME, OP, float2, "f32", "f")             \
  LOCKSTEP_STORE_2(NAME, OP, double2, "f64", "d")            \
  LOCKSTEP_STORE_4(NAME, OP, int4, "b32", "r")               \
  LOCKSTEP_STORE_4(NAME, OP, uint4, "b32", "r")              \
  LOCKSTEP_STORE_4(NAME, OP, float4, "f32", "f")

LOCKSTEP_STORES(__stwb, "wb")
LOCKSTEP_STORES(__stcg, "cg")
LOCKSTEP_STORES(__stcs, "cs")

#undef LOCKSTEP_STORES
#undef LOCKSTEP_STORE_1
#undef LOCKSTEP_STORE_2
#undef LOCKSTEP_STORE_4
// NOLINTEND(bugprone-reserved-identifier)

#endif
