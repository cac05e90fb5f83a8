// SPDX-License-Identifier: MIT
// The kernels behind the explorers of the book. Each does the one thing that a
// page shows, with the reader's numbers as its arguments.
#include <cuda_fp16.h>

#include <cstdint>

namespace {

constexpr int kRow = 32;     // elements of a row of the tile
constexpr int kMostPad = 4;  // elements that may follow a row
constexpr int kMostRows = 33;

/// The element of a tile whose rows have `pad` elements more than kRow.
__device__ int place(int element, int pad, int swizzle) {
  const int row = element / kRow, column = element % kRow;
  return row * (kRow + pad) + (swizzle ? column ^ (row % kRow) : column);
}

template <class T>
__device__ void bank_load(T* out, int stride, int pad, int swizzle) {
  __shared__ T tile[kMostRows * (kRow + kMostPad)];
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = tile[place(lane * stride, pad, swizzle)];
}

template <class T>
__device__ void bank_store(T* out, int stride, int pad, int swizzle) {
  __shared__ T tile[kMostRows * (kRow + kMostPad)];
  const int lane = static_cast<int>(threadIdx.x);
  tile[place(lane * stride, pad, swizzle)] = out[lane];
  __syncthreads();
  out[lane] = tile[lane];  // a store that nobody reads may be left out
}

template <class T>
__device__ void sector_load(const T* data, T* out, int stride, int start) {
  const int lane = static_cast<int>(threadIdx.x);
  out[lane] = data[start + lane * stride];
}

/// One level of a sum in shared memory: thread `tid` adds what is `away` from
/// its element. `addressing`: 0 every thread asks `tid % (2 * away)`; 1 the
/// first threads take elements 2 * away apart; 2 the first threads take
/// neighbours.
__device__ void reduce_level(int* tile, int addressing, int level) {
  const int tid = static_cast<int>(threadIdx.x);
  const int threads = static_cast<int>(blockDim.x);
  if (addressing == 0) {
    const int away = 1 << level;
    if (tid % (2 * away) == 0) tile[tid] += tile[tid + away];
  } else if (addressing == 1) {
    const int away = 1 << level, at = 2 * away * tid;
    if (at < threads) tile[at] += tile[at + away];
  } else {
    const int away = threads >> (level + 1);
    if (tid < away) tile[tid] += tile[tid + away];
  }
}

/// The descriptor of a matrix in shared memory: bytes to the next core matrix
/// along k, and to the next eight rows (PTX ISA, "Matrix Descriptor Format").
__device__ uint64_t descriptor(const void* begin, uint32_t along_k,
                               uint32_t along_rows, uint32_t mode) {
  const auto at = static_cast<uint32_t>(__cvta_generic_to_shared(begin));
  return (at & 0x3ffff) >> 4 | uint64_t{along_k >> 4} << 16 |
         uint64_t{along_rows >> 4} << 32 | uint64_t{mode} << 62;
}

constexpr int kDepth = 16;  // k of one wgmma of halves
constexpr int kCore = 64;   // halves of a core matrix: 8 rows of 16 bytes

/// Where element (row, k) lies in halves, without a swizzle.
__device__ int core_place(int row, int k) {
  return row / 8 * 2 * kCore + k / 8 * kCore + row % 8 * 8 + k % 8;
}

/// The descriptor of a matrix whose elements lie so.
__device__ uint64_t without_swizzle(const __half* begin) {
  constexpr uint32_t kBytes = kCore * sizeof(__half);
  return descriptor(begin, kBytes, 2 * kBytes, 0);
}

template <int kColumns>
struct Product;

#define EXPLORE_D2(d, i) "+f"(d[i]), "+f"(d[i + 1])
#define EXPLORE_D4(d, i) EXPLORE_D2(d, i), EXPLORE_D2(d, i + 2)
#define EXPLORE_D8(d, i) EXPLORE_D4(d, i), EXPLORE_D4(d, i + 4)

template <>
struct Product<8> {
  __device__ static void issue(float (&d)[4], uint64_t a, uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, "
        "%4, %5, 1, 1, 1, 0, 0;"
        : EXPLORE_D4(d, 0)
        : "l"(a), "l"(b));
  }
};
template <>
struct Product<16> {
  __device__ static void issue(float (&d)[8], uint64_t a, uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7}, %8, %9, 1, 1, 1, 0, 0;"
        : EXPLORE_D8(d, 0)
        : "l"(a), "l"(b));
  }
};
template <>
struct Product<32> {
  __device__ static void issue(float (&d)[16], uint64_t a, uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n32k16.f32.f16.f16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, "
        "%15}, %16, %17, 1, 1, 1, 0, 0;"
        : EXPLORE_D8(d, 0), EXPLORE_D8(d, 8)
        : "l"(a), "l"(b));
  }
};

template <int kColumns>
__device__ void multiply(float* out, uint64_t a, uint64_t b) {
  float d[kColumns / 2] = {};
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  Product<kColumns>::issue(d, a, b);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#pragma unroll
  for (int i = 0; i < kColumns / 2; ++i)
    out[threadIdx.x * (kColumns / 2) + i] = d[i];
}

/// D[row][column] becomes 256 * row + column, so each register names its place.
template <int kColumns>
__device__ void name_places(float* out) {
  __shared__ __align__(128) __half a[64 * kDepth], b[kColumns * kDepth];
  const int tid = static_cast<int>(threadIdx.x);
  for (int i = tid; i < 64 * kDepth; i += 128) {
    const int row = i / kDepth, k = i % kDepth;
    a[core_place(row, k)] = __int2half_rn(k == 0 ? row : k == 1 ? 1 : 0);
  }
  for (int i = tid; i < kColumns * kDepth; i += 128) {
    const int column = i / kDepth, k = i % kDepth;
    b[core_place(column, k)] = __int2half_rn(k == 0   ? 256
                                             : k == 1 ? column
                                                      : 0);
  }
  multiply<kColumns>(out, without_swizzle(a), without_swizzle(b));
}

}  // namespace

#define EXPLORE_WIDTH(bytes, T)                                              \
  extern "C" __global__ void bank_load_##bytes(T* out, int stride, int pad,  \
                                               int swizzle) {                \
    bank_load(out, stride, pad, swizzle);                                    \
  }                                                                          \
  extern "C" __global__ void bank_store_##bytes(T* out, int stride, int pad, \
                                                int swizzle) {               \
    bank_store(out, stride, pad, swizzle);                                   \
  }                                                                          \
  extern "C" __global__ void sector_load_##bytes(const T* data, T* out,      \
                                                 int stride, int start) {    \
    sector_load(data, out, stride, start);                                   \
  }
EXPLORE_WIDTH(1, unsigned char)
EXPLORE_WIDTH(2, unsigned short)
EXPLORE_WIDTH(4, float)
EXPLORE_WIDTH(8, float2)
EXPLORE_WIDTH(16, float4)

#define EXPLORE_SHUFFLE(kind, call)                                            \
  extern "C" __global__ void shuffle_##kind(int* out, unsigned mask,           \
                                            int operand, int width) {          \
    const int lane = static_cast<int>(threadIdx.x);                            \
    if ((mask >> lane & 1) != 0) out[lane] = call(mask, lane, operand, width); \
  }
EXPLORE_SHUFFLE(idx, __shfl_sync)
EXPLORE_SHUFFLE(up, __shfl_up_sync)
EXPLORE_SHUFFLE(down, __shfl_down_sync)
EXPLORE_SHUFFLE(butterfly, __shfl_xor_sync)

/// The first `levels` levels of the sum of a block.
extern "C" __global__ void reduction(int* data, int addressing, int levels) {
  __shared__ int tile[1024];
  const int tid = static_cast<int>(threadIdx.x);
  tile[tid] = data[tid];
  __syncthreads();
#pragma unroll 1  // each level as costly as the next
  for (int level = 0; level < levels; ++level) {
    reduce_level(tile, addressing, level);
    __syncthreads();
  }
  data[tid] = tile[tid];
}

/// A barrier of all blocks: each adds one, and waits until all have.
extern "C" __global__ void grid_barrier(int* arrived, int* out) {
  if (threadIdx.x != 0) return;
  __threadfence();
  atomicAdd(arrived, 1);
  while (*static_cast<volatile int*>(arrived) < static_cast<int>(gridDim.x)) {
  }
  __threadfence();
  out[blockIdx.x] = 1;
}

/// Tells which register of which thread holds which element of D.
#define EXPLORE_PLACES(columns)                     \
  extern "C" __global__ void __launch_bounds__(128) \
      places_##columns(float* out) {                \
    name_places<columns>(out);                      \
  }
EXPLORE_PLACES(8)
EXPLORE_PLACES(16)
EXPLORE_PLACES(32)

/// Tells which 16 bytes of shared memory each element of A comes from: they
/// hold their own number, and B is the identity. `first`: bytes to the 16
/// columns of A that are multiplied.
extern "C" __global__ void __launch_bounds__(128)
    layout_of_a(float* out, unsigned mode, unsigned along_k,
                unsigned along_rows, unsigned first) {
  __shared__ __align__(1024) __half a[64 * 64];
  __shared__ __align__(128) __half b[kDepth * kDepth];
  const int tid = static_cast<int>(threadIdx.x);
  for (int i = tid; i < 64 * 64; i += 128) a[i] = __int2half_rn(i / 8);
  for (int i = tid; i < kDepth * kDepth; i += 128) {
    const int column = i / kDepth, k = i % kDepth;
    b[core_place(column, k)] = __int2half_rn(column == k ? 1 : 0);
  }
  multiply<16>(
      out,
      descriptor(reinterpret_cast<char*>(a) + first, along_k, along_rows, mode),
      without_swizzle(b));
}

/// Eight lanes load 16 bytes each: lane i the piece of number `at[i]`.
extern "C" __global__ void load_pieces(const int* at, float4* out) {
  __shared__ float4 pieces[512];
  const int lane = static_cast<int>(threadIdx.x);
  if (lane < 8) out[lane] = pieces[at[lane]];
}
