// SPDX-License-Identifier: MIT
// Kernels that make one copy by a tensor map, with PTX as it stands in the
// manual. They wait a bounded time: a copy that never ends is a result, too.
#pragma once

#include <cuda.h>

#include <cstdint>

/// What is done with a box.
enum class Deed : int {
  kLoad,      // .shared::cluster
  kLoadHere,  // .shared::cta
  kLoadHint,  // with a cache policy
  kStore,
  kAdd,
  kMin,
  kMax,
  kInc,
  kDec,
  kAnd,
  kOr,
  kXor,
  kPrefetch
};
inline bool is_load(Deed deed) { return deed <= Deed::kLoadHint; }

constexpr unsigned kImage = 32768;  // bytes of shared memory that are looked at
constexpr unsigned kThreads = 128;

/// One copy. A plain type: it is a kernel's parameter.
struct Request {
  Deed deed = Deed::kLoad;
  int rank = 1;
  int at[5] = {};
  unsigned offset = 0;  // of the box in shared memory, from a multiple of 1024
  unsigned bytes = 0;   // that are expected
};

__device__ inline unsigned shared_address(const void* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

#define LOCKSTEP_LOAD(TO, RANK, LIST, ...)                                   \
  asm volatile("cp.async.bulk.tensor." RANK "." TO                           \
               ".global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" LIST \
               "}], [%2];" ::"r"(box),                                       \
               "l"(map), "r"(object), __VA_ARGS__                            \
               : "memory")
#define LOCKSTEP_LOAD_HINT(RANK, LIST, LAST, ...)                          \
  asm volatile("cp.async.bulk.tensor." RANK                                \
               ".shared::cluster.global.tile.mbarrier::complete_tx::bytes" \
               ".L2::cache_hint [%0], [%1, {" LIST "}], [%2], " LAST       \
               ";" ::"r"(box),                                             \
               "l"(map), "r"(object), __VA_ARGS__, "l"(policy)             \
               : "memory")
#define LOCKSTEP_STORE(HEAD, OP, RANK, LIST, ...)                          \
  asm volatile(HEAD ".async.bulk.tensor." RANK ".global.shared::cta" OP    \
                    ".tile.bulk_group [%1, {" LIST "}], [%0];" ::"r"(box), \
               "l"(map), __VA_ARGS__                                       \
               : "memory")
#define LOCKSTEP_PREFETCH(RANK, LIST, ...)                     \
  asm volatile("cp.async.bulk.prefetch.tensor." RANK           \
               ".L2.global.tile [%0, {" LIST "}];" ::"l"(map), \
               __VA_ARGS__                                     \
               : "memory")
#define LOCKSTEP_R1 "r"(c[0])
#define LOCKSTEP_R2 LOCKSTEP_R1, "r"(c[1])
#define LOCKSTEP_R3 LOCKSTEP_R2, "r"(c[2])
#define LOCKSTEP_R4 LOCKSTEP_R3, "r"(c[3])
#define LOCKSTEP_R5 LOCKSTEP_R4, "r"(c[4])

__device__ inline void load(const Request& q, const void* map, unsigned box,
                            unsigned object) {
  const int* const c = q.at;
#define LOCKSTEP_CASES(TO)                                                 \
  if (q.rank == 1) LOCKSTEP_LOAD(TO, "1d", "%3", LOCKSTEP_R1);             \
  if (q.rank == 2) LOCKSTEP_LOAD(TO, "2d", "%3, %4", LOCKSTEP_R2);         \
  if (q.rank == 3) LOCKSTEP_LOAD(TO, "3d", "%3, %4, %5", LOCKSTEP_R3);     \
  if (q.rank == 4) LOCKSTEP_LOAD(TO, "4d", "%3, %4, %5, %6", LOCKSTEP_R4); \
  if (q.rank == 5) LOCKSTEP_LOAD(TO, "5d", "%3, %4, %5, %6, %7", LOCKSTEP_R5)
  if (q.deed == Deed::kLoad) {
    LOCKSTEP_CASES("shared::cluster");
  } else if (q.deed == Deed::kLoadHere) {
    LOCKSTEP_CASES("shared::cta");
  } else {
    uint64_t policy = 0;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;"
                 : "=l"(policy));
    if (q.rank == 1) LOCKSTEP_LOAD_HINT("1d", "%3", "%4", LOCKSTEP_R1);
    if (q.rank == 2) LOCKSTEP_LOAD_HINT("2d", "%3, %4", "%5", LOCKSTEP_R2);
    if (q.rank == 3) LOCKSTEP_LOAD_HINT("3d", "%3, %4, %5", "%6", LOCKSTEP_R3);
    if (q.rank == 4)
      LOCKSTEP_LOAD_HINT("4d", "%3, %4, %5, %6", "%7", LOCKSTEP_R4);
    if (q.rank == 5)
      LOCKSTEP_LOAD_HINT("5d", "%3, %4, %5, %6, %7", "%8", LOCKSTEP_R5);
  }
#undef LOCKSTEP_CASES
}

__device__ inline void store(const Request& q, const void* map, unsigned box) {
  const int* const c = q.at;
#define LOCKSTEP_CASES(HEAD, OP)                                              \
  if (q.rank == 1) LOCKSTEP_STORE(HEAD, OP, "1d", "%2", LOCKSTEP_R1);         \
  if (q.rank == 2) LOCKSTEP_STORE(HEAD, OP, "2d", "%2, %3", LOCKSTEP_R2);     \
  if (q.rank == 3) LOCKSTEP_STORE(HEAD, OP, "3d", "%2, %3, %4", LOCKSTEP_R3); \
  if (q.rank == 4)                                                            \
    LOCKSTEP_STORE(HEAD, OP, "4d", "%2, %3, %4, %5", LOCKSTEP_R4);            \
  if (q.rank == 5)                                                            \
    LOCKSTEP_STORE(HEAD, OP, "5d", "%2, %3, %4, %5, %6", LOCKSTEP_R5);        \
  break
  switch (q.deed) {
    case Deed::kStore:
      LOCKSTEP_CASES("cp", "");
    case Deed::kAdd:
      LOCKSTEP_CASES("cp.reduce", ".add");
    case Deed::kMin:
      LOCKSTEP_CASES("cp.reduce", ".min");
    case Deed::kMax:
      LOCKSTEP_CASES("cp.reduce", ".max");
    case Deed::kInc:
      LOCKSTEP_CASES("cp.reduce", ".inc");
    case Deed::kDec:
      LOCKSTEP_CASES("cp.reduce", ".dec");
    case Deed::kAnd:
      LOCKSTEP_CASES("cp.reduce", ".and");
    case Deed::kOr:
      LOCKSTEP_CASES("cp.reduce", ".or");
    case Deed::kXor:
      LOCKSTEP_CASES("cp.reduce", ".xor");
    default:
      if (q.rank == 1) LOCKSTEP_PREFETCH("1d", "%1", LOCKSTEP_R1);
      if (q.rank == 2) LOCKSTEP_PREFETCH("2d", "%1, %2", LOCKSTEP_R2);
      if (q.rank == 3) LOCKSTEP_PREFETCH("3d", "%1, %2, %3", LOCKSTEP_R3);
      if (q.rank == 4) LOCKSTEP_PREFETCH("4d", "%1, %2, %3, %4", LOCKSTEP_R4);
      if (q.rank == 5)
        LOCKSTEP_PREFETCH("5d", "%1, %2, %3, %4, %5", LOCKSTEP_R5);
  }
#undef LOCKSTEP_CASES
}

/// Whether the phase 0 of the object ends.
__device__ inline bool ends(unsigned object) {
  for (int i = 0; i < 2000; ++i) {
    int over = 0;
    asm volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 0;"
        " selp.s32 %0, 1, 0, p; }"
        : "=r"(over)
        : "r"(object)
        : "memory");
    if (over != 0) return true;
    __nanosleep(500);
  }
  return false;
}

/// Fills shared memory with the image, makes the copy, and shows what is there
/// afterwards. All of the block; `map` is a generic address.
__device__ inline void copy_box(const Request& q, const void* map,
                                uint32_t* image, int* ended) {
  extern __shared__ unsigned char room[];
  __shared__ uint64_t full;
  const unsigned base = shared_address(room);
  auto* const tile =
      reinterpret_cast<uint32_t*>(room + ((base + 1023) / 1024 * 1024 - base));
  for (unsigned i = threadIdx.x; i < kImage / 4; i += kThreads)
    tile[i] = image[i];
  const unsigned box = shared_address(tile) + q.offset;
  const unsigned object = shared_address(&full);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(object)
                 : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    if (q.deed <= Deed::kLoadHint) {
      asm volatile(
          "{ .reg .b64 s; mbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], "
          "%1; }" ::"r"(object),
          "r"(q.bytes)
          : "memory");
      load(q, map, box, object);
      *ended = ends(object);
    } else {
      store(q, map, box);
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
      *ended = 1;
    }
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < kImage / 4; i += kThreads)
    image[i] = tile[i];
}

__global__ void by_parameter(const __grid_constant__ CUtensorMap map, Request q,
                             uint32_t* image, int* ended) {
  copy_box(q, &map, image, ended);
}
__global__ void by_pointer(const CUtensorMap* map, Request q, uint32_t* image,
                           int* ended) {
  copy_box(q, map, image, ended);
}
__constant__ CUtensorMap constant_map;
__global__ void by_constant(Request q, uint32_t* image, int* ended) {
  copy_box(q, &constant_map, image, ended);
}

/// One field of a map, and what it is to hold.
struct Change {
  enum Field : int {
    kAddress,
    kRank,
    kBox,
    kDim,
    kStride,
    kElementStride,
    kType,
    kSwizzle,
    kFill,
    kInterleave
  };
  Field field = kAddress;
  uint64_t value = 0;
};

#define LOCKSTEP_REPLACE(SPACE, FIELD, WIDTH, ...)                       \
  asm volatile("tensormap.replace.tile." FIELD "." SPACE ".b1024." WIDTH \
               " [%0], " __VA_ARGS__                                     \
               : "memory")

#define LOCKSTEP_FIELDS(SPACE, C)                                         \
  switch (change.field) {                                                 \
    case Change::kAddress:                                                \
      LOCKSTEP_REPLACE(SPACE, "global_address", "b64", "%1;" ::C(map),    \
                       "l"(change.value));                                \
      break;                                                              \
    case Change::kRank:                                                   \
      LOCKSTEP_REPLACE(SPACE, "rank", "b32", "%1;" ::C(map), "r"(value)); \
      break;                                                              \
    case Change::kBox:                                                    \
      LOCKSTEP_REPLACE(SPACE, "box_dim", "b32", "1, %1;" ::C(map),        \
                       "r"(value));                                       \
      break;                                                              \
    case Change::kDim:                                                    \
      LOCKSTEP_REPLACE(SPACE, "global_dim", "b32", "1, %1;" ::C(map),     \
                       "r"(value));                                       \
      break;                                                              \
    case Change::kStride:                                                 \
      LOCKSTEP_REPLACE(SPACE, "global_stride", "b64", "0, %1;" ::C(map),  \
                       "l"(change.value));                                \
      break;                                                              \
    case Change::kElementStride:                                          \
      LOCKSTEP_REPLACE(SPACE, "element_stride", "b32", "1, %1;" ::C(map), \
                       "r"(value));                                       \
      break;                                                              \
    case Change::kType: /* f16 */                                         \
      LOCKSTEP_REPLACE(SPACE, "elemtype", "b32", "6;" ::C(map));          \
      break;                                                              \
    case Change::kSwizzle: /* 64 bytes */                                 \
      LOCKSTEP_REPLACE(SPACE, "swizzle_mode", "b32", "2;" ::C(map));      \
      break;                                                              \
    case Change::kFill: /* NaN */                                         \
      LOCKSTEP_REPLACE(SPACE, "fill_mode", "b32", "1;" ::C(map));         \
      break;                                                              \
    case Change::kInterleave: /* none */                                  \
      LOCKSTEP_REPLACE(SPACE, "interleave_layout", "b32", "0;" ::C(map)); \
      break;                                                              \
  }

/// The map is changed in shared memory and copied to `target`, or changed
/// there; and then used.
__global__ void by_changed(const __grid_constant__ CUtensorMap from,
                           Change change, bool in_shared, CUtensorMap* target,
                           Request q, uint32_t* image, int* ended) {
  __shared__ alignas(128) CUtensorMap work;
  const auto value = static_cast<uint32_t>(change.value);
  if (threadIdx.x == 0) (in_shared ? work : *target) = from;
  __syncthreads();
  if (in_shared) {
    if (threadIdx.x == 0) {
      const unsigned map = shared_address(&work);
      LOCKSTEP_FIELDS("shared::cta", "r")
    }
    __syncthreads();
    if (threadIdx.x < 32)
      asm volatile(
          "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic"
          ".release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(target),
          "r"(shared_address(&work))
          : "memory");
  } else if (threadIdx.x == 0) {
    CUtensorMap* const map = target;
    LOCKSTEP_FIELDS("global", "l")
    asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
  }
  __syncthreads();
  asm volatile(
      "fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(target)
      : "memory");
  copy_box(q, target, image, ended);
}
