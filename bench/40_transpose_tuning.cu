// SPDX-License-Identifier: MIT
// Which tile, which order of blocks and how many vectors per thread does a
// transpose of lesson 40 want? 16384 x 16384 floats. Needs a GPU. From the
// root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/40_transpose
//     bench/40_transpose_tuning.cu -lcublas -o /tmp/b && /tmp/b
// Share: the time of a device copy in the same run, divided by the row's.
// Exit code 1 when a result is wrong.
#include <cstdio>
#include <functional>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"

namespace {

constexpr int kMatrixSide = 16384, kRuns = 15;
constexpr size_t kValues = size_t(kMatrixSide) * kMatrixSide;

/// The order in which blocks of neighbouring numbers take tiles.
enum Order { kDown, kAlong, kDiagonal, kStrips2, kStrips4, kSkewed };
/// Hints to the caches: none, for loads and stores, for one of them.
enum Hint {
  kPlain,
  kBoth,
  kThrough,
  kAhead128,
  kAhead256,
  kNoL1,
  kThroughStores
};

template <Hint hint>
__device__ float4 load(const float4* from) {
  if (hint == kBoth) return __ldcs(from);
  if (hint == kThrough) return __ldcg(from);
  float4 v;
  if (hint == kAhead128) {
    asm volatile("ld.global.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(from));
    return v;
  }
  if (hint == kAhead256) {
    asm volatile("ld.global.L2::256B.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "l"(from));
    return v;
  }
  if (hint == kNoL1) {
    asm volatile(
        "ld.global.nc.L1::no_allocate.L2::256B.v4.f32 {%0, %1, %2, %3}, [%4];"
        : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
        : "l"(from));
    return v;
  }
  return *from;
}
template <Hint hint>
__device__ void store(float4* to, float4 value) {
  if (hint == kBoth) {
    __stcs(to, value);
  } else if (hint == kThroughStores) {
    __stwt(to, value);
  } else if (hint == kThrough || hint == kNoL1) {
    __stcg(to, value);
  } else {
    *to = value;
  }
}

/// Tile number `t` of `down` x `along` tiles.
template <Order order>
__device__ int2 tile_at(int t, int down, int along) {
  if (order == kDown) return make_int2(t % down, t / down);
  if (order == kAlong) return make_int2(t / along, t % along);
  if (order == kDiagonal) {
    const int left = t / down;
    return make_int2((t + left) % down, left);
  }
  if (order == kSkewed) {  // odd columns of tiles from below
    const int left = t / down, top = t % down;
    return make_int2(left % 2 ? down - 1 - top : top, left);
  }
  constexpr int kWide = order == kStrips2 ? 2 : 4;  // tiles along, then down
  const int strip = t / (kWide * down), in = t % (kWide * down);
  return make_int2(in / kWide, strip * kWide + in % kWide);
}

/// Tiles of kRows x kColumns floats; every block takes tiles blockIdx.x,
/// + gridDim.x, ... A thread transposes squares of 4 x 4.
template <int kRows, int kColumns, int kThreads, Order order, Hint hint,
          int kLeast>
__global__ void __launch_bounds__(kThreads, kLeast)
    transpose_tiles(const float4* in, float4* out, int rows, int columns) {
  constexpr int kVectors = kColumns / 4, kSquares = kRows / 4;
  constexpr int kEach = kRows * kVectors / kThreads;
  constexpr int kSteps = kSquares * kVectors / kThreads;
  static_assert(kEach >= 4 && kSteps >= 1 && kVectors >= 8 && kSquares >= 8,
                "whole phases");
  extern __shared__ float4 tile[];
  const int down = rows / kRows, along = columns / kColumns;
  const auto place = [](int r, int v) {
    return r * kVectors + (v ^ (r / 4 % 8));
  };
  for (int t = blockIdx.x; t < down * along; t += gridDim.x) {
    const int2 at = tile_at<order>(t, down, along);
    const int top = at.x * kRows, left = at.y * kVectors;
    float4 four[kEach];
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      const int i = threadIdx.x + k * kThreads;
      four[k] = load<hint>(
          &in[(top + i / kVectors) * (columns / 4) + left + i % kVectors]);
    }
    if (t != int(blockIdx.x)) __syncthreads();
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      const int i = threadIdx.x + k * kThreads;
      tile[place(i / kVectors, i % kVectors)] = four[k];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kSteps; ++k) {
      const int i = threadIdx.x + k * kThreads;
      const int p = i % kSquares, q = i / kSquares;
      const float4 a = tile[place(4 * p, q)], b = tile[place(4 * p + 1, q)];
      const float4 c = tile[place(4 * p + 2, q)], d = tile[place(4 * p + 3, q)];
      float4* to = out + 4 * (left + q) * (rows / 4) + top / 4 + p;
      store<hint>(to, make_float4(a.x, b.x, c.x, d.x));
      store<hint>(to + rows / 4, make_float4(a.y, b.y, c.y, d.y));
      store<hint>(to + 2 * (rows / 4), make_float4(a.z, b.z, c.z, d.z));
      store<hint>(to + 3 * (rows / 4), make_float4(a.w, b.w, c.w, d.w));
    }
  }
}

/// A plain copy by a kernel: kEach vectors per thread, all asked for first.
template <int kEach, Hint hint>
__global__ void __launch_bounds__(256)
    copy_vectors(const float4* in, float4* out) {
  const size_t at = size_t(blockIdx.x) * 256 * kEach + threadIdx.x;
  float4 four[kEach];
#pragma unroll
  for (int k = 0; k < kEach; ++k) four[k] = load<hint>(in + at + k * 256);
#pragma unroll
  for (int k = 0; k < kEach; ++k) store<hint>(out + at + k * 256, four[k]);
}

__global__ void fill(float* to) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < kValues;
       i += step) {
    to[i] = float(i % 16777213);
  }
}

__global__ void count_wrong(const float* in, const float* out,
                            unsigned* wrong) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < kValues;
       i += step) {
    const size_t from = i % kMatrixSide * kMatrixSide + i / kMatrixSide;
    if (in[from] != out[i]) atomicAdd(wrong, 1u);
  }
}

struct Bench {
  lockstep::DeviceBuffer<float> in{kValues}, out{kValues};
  lockstep::DeviceBuffer<unsigned> wrong{1};
  double copy_ms = 0;
  bool right = true;

  Bench() { fill<<<1024, 256>>>(in.data()); }

  void copy(const char* name) {
    const double ms = median_ms(2 * kRuns, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), kValues * sizeof(float),
                                 cudaMemcpyDeviceToDevice));
    });
    if (copy_ms == 0) copy_ms = ms;
    std::printf("%-34s %9.1f us %6.1f %%\n", name, 1e3 * ms,
                100 * copy_ms / ms);
  }

  void row(const char* name, const std::function<void()>& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kValues * sizeof(float)));
    CUDA_CHECK(cudaMemset(wrong.data(), 0, sizeof(unsigned)));
    work();
    count_wrong<<<1024, 256>>>(in.data(), out.data(), wrong.data());
    const bool good = wrong.download()[0] == 0;
    const double ms = median_ms(kRuns, 1, work);
    std::printf("%-34s %9.1f us %6.1f %%%s\n", name, 1e3 * ms,
                100 * copy_ms / ms, good ? "" : "  WRONG");
    right = right && good;
  }

  /// At least `kLeast` blocks per multiprocessor by registers, and at most
  /// `most` by shared memory (0: any).
  template <int kRows, int kColumns, int kThreads, Order order, Hint hint,
            int kLeast = 1>
  void tiles(const char* name, int most = 0) {
    const auto kernel =
        transpose_tiles<kRows, kColumns, kThreads, order, hint, kLeast>;
    int bytes = kRows * kColumns * sizeof(float);
    if (most) bytes = 227 * 1024 / most - 1024;
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 100));
    const int all = (kMatrixSide / kRows) * (kMatrixSide / kColumns);
    row(name, [&] {
      kernel<<<all, kThreads, bytes>>>(
          reinterpret_cast<const float4*>(in.data()),
          reinterpret_cast<float4*>(out.data()), kMatrixSide, kMatrixSide);
      CUDA_CHECK(cudaGetLastError());
    });
  }

  template <int kEach, Hint hint>
  void copy_kernel(const char* name) {
    const double ms = median_ms(kRuns, 1, [&] {
      copy_vectors<kEach, hint><<<kValues / 4 / 256 / kEach, 256>>>(
          reinterpret_cast<const float4*>(in.data()),
          reinterpret_cast<float4*>(out.data()));
      CUDA_CHECK(cudaGetLastError());
    });
    std::printf("%-34s %9.1f us %6.1f %%\n", name, 1e3 * ms,
                100 * copy_ms / ms);
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d x %d floats, limit: a device copy\n", device.name,
              kMatrixSide, kMatrixSide);
  Bench b;
  b.copy("copy");
  b.copy_kernel<4, kPlain>("copy kernel, 4");
  b.copy_kernel<8, kPlain>("copy kernel, 8");
  b.copy_kernel<4, kBoth>("copy kernel, 4 cs");
  b.copy_kernel<4, kThrough>("copy kernel, 4 cg");
  b.copy_kernel<4, kAhead256>("copy kernel, 4 256B");
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down plain");
  b.tiles<64, 64, 256, kDown, kBoth>("64x64 256 down both");
  b.tiles<64, 64, 256, kDown, kThrough>("64x64 256 down through");
  b.tiles<64, 64, 256, kDown, kAhead128>("64x64 256 down ahead128");
  b.tiles<64, 64, 256, kDown, kAhead256>("64x64 256 down ahead256");
  b.tiles<64, 64, 256, kDown, kNoL1>("64x64 256 down nol1");
  b.tiles<64, 64, 256, kDown, kThroughStores>("64x64 256 down throughstores");
  b.tiles<64, 64, 256, kSkewed, kPlain>("64x64 256 skewed plain");
  b.tiles<64, 64, 256, kStrips2, kPlain>("64x64 256 strips2 plain");
  b.tiles<64, 64, 256, kDown, kPlain, 6>("64x64 256 down plain least 6");
  b.tiles<64, 64, 256, kDown, kPlain, 8>("64x64 256 down plain least 8");
  b.tiles<64, 64, 256, kDown, kThrough, 6>("64x64 256 down through least 6");
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down plain most 2", 2);
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down plain most 3", 3);
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down plain most 4", 4);
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down plain most 5", 5);
  b.tiles<64, 64, 256, kDown, kThrough>("64x64 256 down through most 2", 2);
  b.tiles<64, 64, 256, kDown, kNoL1>("64x64 256 down nol1 most 2", 2);
  b.tiles<64, 64, 256, kDown, kThrough>("64x64 256 down through most 3", 3);
  b.tiles<64, 64, 256, kDown, kNoL1>("64x64 256 down nol1 most 3", 3);
  b.tiles<64, 64, 256, kDown, kThrough>("64x64 256 down through most 4", 4);
  b.tiles<64, 64, 256, kDown, kNoL1>("64x64 256 down nol1 most 4", 4);
  b.copy("copy 2");
  b.tiles<128, 64, 256, kDown, kPlain>("128x64 256 down plain");
  b.tiles<128, 64, 256, kDown, kThrough>("128x64 256 down through");
  b.tiles<128, 64, 256, kDown, kAhead256>("128x64 256 down ahead256");
  b.tiles<128, 64, 256, kDown, kNoL1>("128x64 256 down nol1");
  b.tiles<128, 64, 256, kDown, kPlain>("128x64 256 down plain most 1", 1);
  b.tiles<128, 64, 512, kDown, kPlain>("128x64 512 down plain most 1", 1);
  b.tiles<128, 64, 256, kDown, kPlain>("128x64 256 down plain most 2", 2);
  b.tiles<128, 64, 512, kDown, kPlain>("128x64 512 down plain most 2", 2);
  b.tiles<128, 64, 256, kDown, kPlain>("128x64 256 down plain most 3", 3);
  b.tiles<128, 64, 512, kDown, kPlain>("128x64 512 down plain most 3", 3);
  b.tiles<128, 64, 512, kDown, kNoL1>("128x64 512 down nol1 most 2", 2);
  b.tiles<64, 128, 256, kDown, kNoL1>("64x128 256 down nol1");
  b.tiles<64, 128, 256, kAlong, kNoL1>("64x128 256 along nol1");
  b.tiles<64, 128, 256, kDown, kPlain>("64x128 256 down plain most 2", 2);
  b.tiles<128, 128, 512, kDown, kNoL1>("128x128 512 down nol1");
  b.tiles<128, 128, 512, kDown, kPlain>("128x128 512 down plain most 1", 1);
  b.tiles<128, 128, 512, kDown, kPlain>("128x128 512 down plain most 2", 2);
  b.tiles<64, 64, 128, kDown, kNoL1>("64x64 128 down nol1");
  b.tiles<64, 64, 128, kDown, kPlain>("64x64 128 down plain most 3", 3);
  b.tiles<64, 64, 128, kDown, kPlain>("64x64 128 down plain most 4", 4);
  b.tiles<64, 64, 128, kDown, kPlain>("64x64 128 down plain most 6", 6);
  b.copy("copy 3");
  return b.right ? 0 : 1;
}
