// SPDX-License-Identifier: MIT
// Products of a warpgroup (wgmma) of tiles that threads store into shared
// memory: bf16 in swizzled tiles, f16 with A in registers and B row by row, s8,
// and a warpgroup that fills tiles for two others. The numbers are whole, so
// that every order of summing gives the same.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "common/cuda_check.h"

int left(int row, int k) { return (row * 3 + k * 5) % 7 - 3; }
int right(int k, int col) { return (k * 2 + col * 3) % 5 - 2; }

// --- one instruction each ---------------------------------------------------

__device__ void fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int kOpen>
__device__ void wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(kOpen) : "memory");
}
__device__ void show_to_async() {
  asm volatile("fence.proxy.async;" ::: "memory");
}

/// Swizzle: 0 none, 1: 128 bytes.
__device__ uint64_t descriptor(const void* p, uint32_t leading, uint32_t stride,
                               uint64_t swizzle) {
  const uint64_t start = __cvta_generic_to_shared(p) & 0x3ffff;
  return start >> 4 | uint64_t{leading >> 4} << 16 |
         uint64_t{stride >> 4} << 32 | swizzle << 62;
}

#define FOUR(c, i) c(d[i]), c(d[i + 1]), c(d[i + 2]), c(d[i + 3])
#define SIXTEEN(c, i) \
  FOUR(c, i), FOUR(c, i + 4), FOUR(c, i + 8), FOUR(c, i + 12)
#define FIRST_32                                                              \
  "%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,%18,%19,%20" \
  ",%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31"

__device__ void multiply_bf16(float (&d)[64], uint64_t a, uint64_t b) {
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {" FIRST_32
      ",%32,%33,%34,%35,%36,%37,%38,%39,%40,%41,%42,%43,%44,%45,%46,%47,%48"
      ",%49,%50,%51,%52,%53,%54,%55,%56,%57,%58,%59,%60,%61,%62,%63}, "
      "%64, %65, 1, 1, 1, 0, 0;"
      : SIXTEEN("+f", 0), SIXTEEN("+f", 16), SIXTEEN("+f", 32),
        SIXTEEN("+f", 48)
      : "l"(a), "l"(b));
}

/// B row by row: it is turned.
__device__ void multiply_f16(float (&d)[32], const uint32_t (&a)[4],
                             uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {" FIRST_32
               "}, {%32,%33,%34,%35}, %36, 1, 1, 1, 1;"
               : SIXTEEN("+f", 0), SIXTEEN("+f", 16)
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}

__device__ void multiply_s8(int (&d)[32], uint64_t a, uint64_t b, int adds) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %34, 0; "
      "wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8 {" FIRST_32
      "}, %32, %33, p;}"
      : SIXTEEN("+r", 0), SIXTEEN("+r", 16)
      : "l"(a), "l"(b), "r"(adds));
}

// --- whole products ---------------------------------------------------------

constexpr int kDepth = 64;           // of a tile: 128 bytes of bf16
constexpr int kTile = 128 * kDepth;  // elements

/// Where element (row, k) of a tile with swizzle of 128 bytes is.
__device__ int swizzled(int row, int k) {
  return row * kDepth + ((k / 8 ^ row % 8) * 8 + k % 8);
}

/// One tile of each factor, both k by k, by `threads` threads.
__device__ void fill(__nv_bfloat16* a, __nv_bfloat16* b,
                     const __nv_bfloat16* from_a, const __nv_bfloat16* from_b,
                     int depth, int thread, int threads) {
  for (int i = thread; i < kTile; i += threads) {
    const int row = i / kDepth, k = i % kDepth;
    a[swizzled(row, k)] = from_a[row * depth + k];
    b[swizzled(row, k)] = from_b[row * depth + k];
  }
}

/// 64 rows of 128 x 128 sums: a tile's worth of products.
__device__ void add_tile(float (&d)[64], const __nv_bfloat16* a,
                         const __nv_bfloat16* b, int half) {
  fence();
  for (int k = 0; k < kDepth; k += 16)
    multiply_bf16(d, descriptor(a + half * 64 * kDepth + k, 16, 1024, 1),
                  descriptor(b + k, 16, 1024, 1));
  commit();
}

template <class T, int kCount>
__device__ void store(const T (&d)[kCount], T* out, int columns) {
  const int thread = threadIdx.x % 128;
  const int row = thread / 32 * 16 + thread % 32 / 4;
  for (int i = 0; i < kCount; ++i)
    out[(row + i / 2 % 2 * 8) * columns + i / 4 * 8 + thread % 4 * 2 + i % 2] =
        d[i];
}

__global__ void __launch_bounds__(256)
    bf16_product(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c,
                 int depth) {
  __shared__ __align__(1024) __nv_bfloat16 tile_a[kTile], tile_b[kTile];
  float d[64] = {};
  for (int k = 0; k < depth; k += kDepth) {
    fill(tile_a, tile_b, a + k, b + k, depth, threadIdx.x, 256);
    show_to_async();
    __syncthreads();
    add_tile(d, tile_a, tile_b, threadIdx.x / 128);
    wait<0>();
    __syncthreads();
  }
  store(d, c + threadIdx.x / 128 * 64 * 128, 128);
}

/// 64 x 64; two products in flight.
__global__ void __launch_bounds__(128)
    f16_product(const half* a, const half* b, float* c, int depth) {
  extern __shared__ __align__(1024) half rows[];  // of b: 64 halves each
  for (int i = threadIdx.x; i < depth * 64; i += 128) {
    const int k = i / 64, col = i % 64;
    rows[k * 64 + ((col / 8 ^ k % 8) * 8 + col % 8)] = b[i];
  }
  show_to_async();
  __syncthreads();
  float d[32] = {};
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
  for (int k = 0; k < depth; k += 16) {
    uint32_t from_a[4];
    for (int i = 0; i < 4; ++i)
      from_a[i] = *reinterpret_cast<const uint32_t*>(
          a + (row + i % 2 * 8) * depth + k + threadIdx.x % 4 * 2 + i / 2 * 8);
    fence();
    multiply_f16(d, from_a, descriptor(rows + k * 64, 8192, 1024, 1));
    commit();
    wait<0>();
  }
  store(d, c, 64);
}

/// 64 x 64 x 64 without swizzle; the first product does not add.
__global__ void __launch_bounds__(128)
    s8_product(const int8_t* a, const int8_t* b, int* c) {
  __shared__ __align__(128) int8_t tile_a[64 * 64], tile_b[64 * 64];
  for (int i = threadIdx.x; i < 64 * 64; i += 128) {
    const int row = i / 64, k = i % 64;
    const int to = row / 8 * 128 + row % 8 * 16 + k / 16 * 1024 + k % 16;
    tile_a[to] = a[i];
    tile_b[to] = b[i];
  }
  show_to_async();
  __syncthreads();
  int d[32];
  fence();
  for (int k = 0; k < 2; ++k)
    multiply_s8(d, descriptor(tile_a + k * 2048, 1024, 128, 0),
                descriptor(tile_b + k * 2048, 1024, 128, 0), k);
  commit();
  wait<0>();
  store(d, c, 64);
}

// --- one warpgroup fills, two multiply --------------------------------------

__device__ void init(uint64_t* barrier, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(
                   uint32_t(__cvta_generic_to_shared(barrier))),
               "r"(count)
               : "memory");
}
__device__ void arrive(uint64_t* barrier) {
  asm volatile("{.reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0];}" ::"r"(
                   uint32_t(__cvta_generic_to_shared(barrier)))
               : "memory");
}
__device__ void await(uint64_t* barrier, int parity) {
  int over = 0;
  while (!over)
    asm volatile(
        "{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
        "selp.b32 %0, 1, 0, p;}"
        : "=r"(over)
        : "r"(uint32_t(__cvta_generic_to_shared(barrier))), "r"(parity)
        : "memory");
}

struct Stage {
  __nv_bfloat16 a[kTile], b[kTile];
};

__global__ void __launch_bounds__(384, 1)
    filled_by_others(const __nv_bfloat16* a, const __nv_bfloat16* b, float* c,
                     int depth) {
  extern __shared__ __align__(1024) unsigned char memory[];
  Stage* stages = reinterpret_cast<Stage*>(memory);
  __shared__ uint64_t full[2], empty[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) {
      init(full + i, 128);
      init(empty + i, 256);
    }
  }
  __syncthreads();
  const int group = threadIdx.x / 128;
  if (group == 0) {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
    for (int k = 0; k < depth; k += kDepth) {
      const int at = k / kDepth % 2, round = k / kDepth / 2;
      if (round > 0) await(empty + at, (round - 1) % 2);
      fill(stages[at].a, stages[at].b, a + k, b + k, depth, threadIdx.x, 128);
      show_to_async();
      arrive(full + at);
    }
  } else {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
    float d[64] = {};
    for (int k = 0; k < depth; k += kDepth) {
      const int at = k / kDepth % 2, round = k / kDepth / 2;
      await(full + at, round % 2);
      add_tile(d, stages[at].a, stages[at].b, group - 1);
      wait<0>();
      arrive(empty + at);
    }
    store(d, c + (group - 1) * 64 * 128, 128);
  }
}

// --- the host ---------------------------------------------------------------

template <class T>
T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CUDA_CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                        cudaMemcpyHostToDevice));
  return device;
}

/// Factors of `rows` x `depth` and `depth` x `cols`; b column by column unless
/// `by_rows`.
template <class T, class S, class Launch>
void run(const char* name, int rows, int cols, int depth, bool by_rows,
         Launch launch) {
  std::vector<T> a(rows * depth), b(cols * depth);
  for (int i = 0; i < rows * depth; ++i)
    a[i] = static_cast<T>(static_cast<float>(left(i / depth, i % depth)));
  for (int k = 0; k < depth; ++k)
    for (int col = 0; col < cols; ++col)
      b[by_rows ? k * cols + col : col * depth + k] =
          static_cast<T>(static_cast<float>(right(k, col)));
  T* da = upload(a);
  T* db = upload(b);
  S* dc = upload(std::vector<S>(rows * cols));
  launch(da, db, dc);
  CUDA_CHECK(cudaGetLastError());
  std::vector<S> c(rows * cols);
  CUDA_CHECK(
      cudaMemcpy(c.data(), dc, c.size() * sizeof(S), cudaMemcpyDeviceToHost));
  int good = 0;
  for (int i = 0; i < rows * cols; ++i) {
    int sum = 0;
    for (int k = 0; k < depth; ++k)
      sum += left(i / cols, k) * right(k, i % cols);
    good += static_cast<int>(c[i]) == sum ? 1 : 0;
  }
  std::printf("%s: %d of %d right: %d %d %d\n", name, good, rows * cols,
              static_cast<int>(c[0]), static_cast<int>(c[cols + 1]),
              static_cast<int>(c[rows * cols - 1]));
  CUDA_CHECK(cudaFree(da));
  CUDA_CHECK(cudaFree(db));
  CUDA_CHECK(cudaFree(dc));
}

int main() {
  using Brain = __nv_bfloat16;
  run<Brain, float>("bf16, 128 x 128 x 192", 128, 128, 192, false,
                    [](const Brain* a, const Brain* b, float* c) {
                      bf16_product<<<1, 256>>>(a, b, c, 192);
                    });
  run<half, float>("f16, A in registers", 64, 64, 128, true,
                   [](const half* a, const half* b, float* c) {
                     f16_product<<<1, 128, 128 * 128>>>(a, b, c, 128);
                   });
  run<int8_t, int>("s8", 64, 64, 64, false,
                   [](const int8_t* a, const int8_t* b, int* c) {
                     s8_product<<<1, 128>>>(a, b, c);
                   });
  CUDA_CHECK(cudaFuncSetAttribute(filled_by_others,
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  2 * sizeof(Stage)));
  run<Brain, float>("bf16, filled by others", 128, 128, 320, false,
                    [](const Brain* a, const Brain* b, float* c) {
                      filled_by_others<<<1, 384, 2 * sizeof(Stage)>>>(a, b, c,
                                                                      320);
                    });
  return 0;
}
