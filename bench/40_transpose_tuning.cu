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
enum Order { kDown, kAlong, kDiagonal, kSquares8, kSquares16, kStrips4 };
/// Hints to the caches: none, for loads and stores, for one of them.
enum Hint { kPlain, kBoth, kLoads, kStores, kThrough };

template <Hint hint>
__device__ float4 load(const float4* from) {
  if (hint == kBoth || hint == kLoads) return __ldcs(from);
  if (hint == kThrough) return __ldcg(from);
  return *from;
}
template <Hint hint>
__device__ void store(float4* to, float4 value) {
  if (hint == kBoth || hint == kStores) {
    __stcs(to, value);
  } else if (hint == kThrough) {
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
  if (order == kStrips4) {  // 4 tiles along, then down
    const int strip = t / (4 * down), in = t % (4 * down);
    return make_int2(in / 4, strip * 4 + in % 4);
  }
  constexpr int kSide = order == kSquares8 ? 8 : 16;
  const int square = t / (kSide * kSide), in = t % (kSide * kSide);
  const int squares = down / kSide;
  return make_int2(square % squares * kSide + in % kSide,
                   square / squares * kSide + in / kSide);
}

/// Tiles of kRows x kColumns floats; every block takes tiles blockIdx.x,
/// + gridDim.x, ... A thread transposes squares of 4 x 4.
template <int kRows, int kColumns, int kThreads, Order order, Hint hint>
__global__ void __launch_bounds__(kThreads)
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

/// A block keeps two tiles: it asks for the next one before it stores this one.
template <int kRows, int kColumns, int kThreads, Order order, Hint hint>
__global__ void __launch_bounds__(kThreads)
    transpose_ahead(const float4* in, float4* out, int rows, int columns) {
  constexpr int kVectors = kColumns / 4, kSquares = kRows / 4;
  constexpr int kEach = kRows * kVectors / kThreads;
  constexpr int kSteps = kSquares * kVectors / kThreads;
  extern __shared__ float4 tile[];
  const int down = rows / kRows, along = columns / kColumns;
  const auto place = [](int r, int v) {
    return r * kVectors + (v ^ (r / 4 % 8));
  };
  float4 four[kEach];
  const auto ask = [&](int t) {
    const int2 at = tile_at<order>(t, down, along);
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      const int i = threadIdx.x + k * kThreads;
      four[k] = load<hint>(&in[(at.x * kRows + i / kVectors) * (columns / 4) +
                               at.y * kVectors + i % kVectors]);
    }
  };
  ask(blockIdx.x);
  for (int t = blockIdx.x; t < down * along; t += gridDim.x) {
    const int2 at = tile_at<order>(t, down, along);
    const int top = at.x * kRows, left = at.y * kVectors;
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      const int i = threadIdx.x + k * kThreads;
      tile[place(i / kVectors, i % kVectors)] = four[k];
    }
    __syncthreads();
    if (t + int(gridDim.x) < down * along) ask(t + gridDim.x);
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
    __syncthreads();
  }
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

  template <int kRows, int kColumns, int kThreads, Order order, Hint hint>
  void tiles(const char* name, int blocks_each = 0, bool ahead = false) {
    const auto kernel =
        ahead ? transpose_ahead<kRows, kColumns, kThreads, order, hint>
              : transpose_tiles<kRows, kColumns, kThreads, order, hint>;
    const int bytes = kRows * kColumns * sizeof(float);
    CUDA_CHECK(cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    int processors = 0;
    CUDA_CHECK(
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const int all = (kMatrixSide / kRows) * (kMatrixSide / kColumns);
    const int blocks = blocks_each ? blocks_each * processors : all;
    row(name, [&] {
      kernel<<<blocks, kThreads, bytes>>>(
          reinterpret_cast<const float4*>(in.data()),
          reinterpret_cast<float4*>(out.data()), kMatrixSide, kMatrixSide);
      CUDA_CHECK(cudaGetLastError());
    });
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
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down");
  b.tiles<64, 64, 256, kAlong, kPlain>("64x64 256 along");
  b.tiles<64, 64, 256, kDiagonal, kPlain>("64x64 256 diagonal");
  b.tiles<64, 64, 256, kSquares8, kPlain>("64x64 256 squares 8");
  b.tiles<64, 64, 256, kSquares16, kPlain>("64x64 256 squares 16");
  b.tiles<64, 64, 256, kStrips4, kPlain>("64x64 256 strips 4");
  b.tiles<64, 64, 256, kDown, kBoth>("64x64 256 down cs");
  b.tiles<64, 64, 256, kDown, kLoads>("64x64 256 down cs loads");
  b.tiles<64, 64, 256, kDown, kStores>("64x64 256 down cs stores");
  b.tiles<64, 64, 256, kDown, kThrough>("64x64 256 down cg");
  b.tiles<64, 64, 256, kAlong, kBoth>("64x64 256 along cs");
  b.tiles<64, 64, 256, kDiagonal, kBoth>("64x64 256 diagonal cs");
  b.tiles<64, 64, 256, kSquares8, kBoth>("64x64 256 squares 8 cs");
  b.tiles<64, 64, 128, kDown, kPlain>("64x64 128 down");
  b.tiles<64, 64, 128, kDown, kBoth>("64x64 128 down cs");
  b.tiles<64, 64, 128, kAlong, kBoth>("64x64 128 along cs");
  b.copy("copy 2");
  b.tiles<32, 32, 64, kDown, kPlain>("32x32 64 down");
  b.tiles<32, 128, 256, kDown, kPlain>("32x128 256 down");
  b.tiles<32, 128, 256, kDown, kBoth>("32x128 256 down cs");
  b.tiles<32, 128, 256, kAlong, kBoth>("32x128 256 along cs");
  b.tiles<128, 32, 256, kDown, kPlain>("128x32 256 down");
  b.tiles<128, 32, 256, kDown, kBoth>("128x32 256 down cs");
  b.tiles<128, 32, 256, kAlong, kBoth>("128x32 256 along cs");
  b.tiles<128, 32, 256, kSquares8, kBoth>("128x32 256 squares 8 cs");
  b.tiles<128, 32, 128, kDown, kPlain>("128x32 128 down");
  b.tiles<128, 64, 256, kDown, kPlain>("128x64 256 down");
  b.tiles<128, 64, 256, kDown, kBoth>("128x64 256 down cs");
  b.tiles<128, 64, 512, kDown, kPlain>("128x64 512 down");
  b.tiles<128, 64, 512, kDown, kBoth>("128x64 512 down cs");
  b.tiles<128, 64, 512, kAlong, kBoth>("128x64 512 along cs");
  b.tiles<128, 64, 512, kSquares8, kBoth>("128x64 512 squares 8 cs");
  b.tiles<64, 128, 512, kDown, kPlain>("64x128 512 down");
  b.tiles<64, 128, 512, kDown, kBoth>("64x128 512 down cs");
  b.tiles<64, 128, 512, kAlong, kBoth>("64x128 512 along cs");
  b.copy("copy 3");
  b.tiles<128, 128, 512, kDown, kPlain>("128x128 512 down");
  b.tiles<128, 128, 512, kDown, kBoth>("128x128 512 down cs");
  b.tiles<128, 128, 512, kAlong, kPlain>("128x128 512 along");
  b.tiles<128, 128, 512, kAlong, kBoth>("128x128 512 along cs");
  b.tiles<128, 128, 512, kSquares8, kPlain>("128x128 512 squares 8");
  b.tiles<128, 128, 512, kSquares8, kBoth>("128x128 512 squares 8 cs");
  b.tiles<128, 128, 1024, kDown, kPlain>("128x128 1024 down");
  b.tiles<128, 128, 1024, kDown, kBoth>("128x128 1024 down cs");
  b.tiles<256, 32, 512, kDown, kPlain>("256x32 512 down");
  b.tiles<256, 32, 512, kDown, kBoth>("256x32 512 down cs");
  b.tiles<256, 64, 512, kDown, kBoth>("256x64 512 down cs");
  b.tiles<512, 32, 512, kDown, kBoth>("512x32 512 down cs");
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down, 8 blocks", 8);
  b.tiles<64, 64, 256, kDown, kBoth>("64x64 256 down cs, 8 blocks", 8);
  b.tiles<64, 64, 256, kDown, kPlain>("64x64 256 down, 4 ahead", 4, true);
  b.tiles<64, 64, 256, kDown, kBoth>("64x64 256 down cs, 4 ahead", 4, true);
  b.tiles<128, 64, 512, kDown, kBoth>("128x64 512 down cs, 2 ahead", 2, true);
  b.tiles<128, 128, 512, kDown, kBoth>("128x128 512 down cs, 2 ahead", 2, true);
  b.tiles<128, 32, 256, kDown, kBoth>("128x32 256 down cs, 4 ahead", 4, true);
  b.copy("copy 4");
  return b.right ? 0 : 1;
}
