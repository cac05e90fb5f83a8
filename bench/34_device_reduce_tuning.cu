// SPDX-License-Identifier: MIT
// Lesson 34, ways to do it: threads per block, vectors in flight, blocks per
// multiprocessor, one launch or two, all beside CUB in one run. Needs a GPU.
//   nvcc -std=c++17 -O3 -arch=native -I. bench/34_device_reduce_tuning.cu
// Per size: CUB, then each variant. `of CUB` is CUB's time divided by the
// row's. Sizes stand in the order long, short.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/device_buffer.h"

namespace {

constexpr int kTimes = 30;
constexpr int kMostBlocks = 8192;

struct Buffers {
  const int* in;
  int *out, *partials;
  unsigned* finished;
  long long count;
  int expected;
};

/// How a load is marked: 0 not at all, 1 read-only, 2 streaming.
template <int kHint>
__device__ int4 load(const int4* at) {
  if (kHint == 1) return __ldg(at);
  if (kHint == 2) return __ldcs(at);
  return *at;
}

__device__ int sum_of(int4 v) { return (v.x + v.y) + (v.z + v.w); }

template <int kThreads>
__device__ int block_sum(int value) {
  __shared__ int slots[32];
  for (int step = 16; step > 0; step /= 2) {
    value += __shfl_xor_sync(0xffffffff, value, step);
  }
  if (threadIdx.x % 32 == 0) slots[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = threadIdx.x < kThreads / 32 ? slots[threadIdx.x] : 0;
    for (int step = kThreads / 64; step > 0; step /= 2) {
      value += __shfl_xor_sync(0xffffffff, value, step);
    }
  }
  return value;
}

/// kVectors loads per thread before the first addition. kWay 0: tile by tile.
/// 1: one stretch of tiles per block. 2: tiles, then vectors, in one stride.
template <int kThreads, int kVectors, int kWay, int kHint>
__device__ int share(const int* in, long long count) {
  const int4* vectors = reinterpret_cast<const int4*>(in);
  const long long all = count / 4;
  constexpr int kTile = kThreads * kVectors;  // vectors
  const long long tiles = all / kTile;
  long long tile = blockIdx.x, end = tiles, step = gridDim.x;
  if (kWay == 1) {
    tile = tiles * blockIdx.x / gridDim.x;
    end = tiles * (blockIdx.x + 1) / gridDim.x;
    step = 1;
  }
  int sum = 0;
  for (; tile < end; tile += step) {
    int4 v[kVectors];
#pragma unroll
    for (int k = 0; k < kVectors; ++k) {
      v[k] = load<kHint>(vectors + tile * kTile + k * kThreads + threadIdx.x);
    }
#pragma unroll
    for (int k = 0; k < kVectors; ++k) sum += sum_of(v[k]);
  }
  const long long threads = 1ll * gridDim.x * kThreads;
  const long long me = 1ll * blockIdx.x * kThreads + threadIdx.x;
  for (long long i = tiles * kTile + me; i < all; i += threads) {
    sum += sum_of(load<kHint>(vectors + i));
  }
  for (long long i = all * 4 + me; i < count; i += threads) sum += in[i];
  return sum;
}

/// One launch: the last block adds the sums of all. kFinish 0: all its threads
/// load them; 1: its first warp alone; 2: nobody, it is an atomic per block.
template <int kThreads, int kVectors, int kWay, int kHint, int kFinish>
__global__ void __launch_bounds__(kThreads)
    one_launch(const int* in, int* out, int* partials, unsigned* finished,
               long long count) {
  __shared__ bool last;
  int sum =
      block_sum<kThreads>(share<kThreads, kVectors, kWay, kHint>(in, count));
  if (kFinish == 2) {
    if (threadIdx.x == 0) atomicAdd(out, sum);
    return;
  }
  if (kFinish == 1) {
    if (threadIdx.x >= 32) return;
    bool mine = false;
    if (threadIdx.x == 0) {
      partials[blockIdx.x] = sum;
      __threadfence();
      mine = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
      if (mine) __threadfence();
    }
    if (!__any_sync(0xffffffff, mine)) return;
    sum = 0;
#pragma unroll 4
    for (int i = threadIdx.x; i < gridDim.x; i += 32)
      sum += __ldcg(partials + i);
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(0xffffffff, sum, step);
    }
    if (threadIdx.x == 0) *out = sum;
    return;
  }
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    if (last) __threadfence();
  }
  __syncthreads();
  if (!last) return;
  sum = 0;
  for (int i = threadIdx.x; i < gridDim.x; i += kThreads) sum += partials[i];
  sum = block_sum<kThreads>(sum);
  if (threadIdx.x == 0) *out = sum;
}

template <int kThreads, int kVectors, int kWay, int kHint>
__global__ void __launch_bounds__(kThreads)
    store_sums(const int* in, int* partials, long long count) {
  const int sum =
      block_sum<kThreads>(share<kThreads, kVectors, kWay, kHint>(in, count));
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

double cub_ms = 0;

template <typename Work>
void row(const char* name, const Buffers& b, const Work& work) {
  CUDA_CHECK(cudaMemset(b.out, 0x55, sizeof(int)));
  work();
  int sum = 0;
  CUDA_CHECK(cudaMemcpy(&sum, b.out, sizeof sum, cudaMemcpyDeviceToHost));
  const double ms = median_ms(kTimes, 1, work);
  if (cub_ms == 0) cub_ms = ms;
  std::printf("%10lld  %-44s %9.2f us %8.1f GB/s %6.3f of CUB%s\n", b.count,
              name, 1e3 * ms, 4e-6 * b.count / ms, cub_ms / ms,
              sum == b.expected ? "" : "  WRONG");
}

/// `each` blocks per multiprocessor at most; never a block without a tile.
template <int kThreads, int kVectors, int kWay, int kHint, int kFinish>
void variant(const Buffers& b, int each) {
  int processors = 0;
  CUDA_CHECK(
      cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  constexpr int kTile = kThreads * kVectors * 4;
  const long long tiles = (b.count + kTile - 1) / kTile;
  const int blocks = int(std::min<long long>(tiles, each * processors));
  char name[100];
  const char* const hints[] = {"", " ldg", " ldcs"};
  const char* const ways[] = {"", " stretch"};
  const char* const ends[] = {"last block", "last warp", "atomic",
                              "2 launches"};
  std::snprintf(name, sizeof name, "%4d thr %2d vec %2d/SM %5d bl %s%s%s",
                kThreads, kVectors, each, blocks, ends[kFinish], ways[kWay],
                hints[kHint]);
  row(name, b, [&] {
    if constexpr (kFinish == 3) {
      store_sums<kThreads, kVectors, kWay, kHint>
          <<<blocks, kThreads>>>(b.in, b.partials, b.count);
      store_sums<kThreads, kVectors, kWay, kHint>
          <<<1, kThreads>>>(b.partials, b.out, blocks);
    } else {
      if (kFinish == 2) CUDA_CHECK(cudaMemsetAsync(b.out, 0, sizeof(int)));
      one_launch<kThreads, kVectors, kWay, kHint, kFinish>
          <<<blocks, kThreads>>>(b.in, b.out, b.partials, b.finished, b.count);
    }
  });
}

void compare(long long count) {
  std::vector<int> values(count);
  int expected = 0;
  for (long long i = 0; i < count; ++i) {
    values[i] = int(i * 7919 % 15) - 7;
    expected += values[i];
  }
  lockstep::DeviceBuffer<int> in(values), out(1), partials(kMostBlocks);
  lockstep::DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
  const Buffers b{in.data(),       out.data(), partials.data(),
                  finished.data(), count,      expected};
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, b.in, b.out, count));
  lockstep::DeviceBuffer<char> scratch(bytes);
  cub_ms = 0;
  const auto cub = [&] {
    CUDA_CHECK(
        cub::DeviceReduce::Sum(scratch.data(), bytes, b.in, b.out, count));
  };
  row("CUB", b, cub);
  for (const int each : {1, 2, 4, 8}) variant<256, 4, 0, 0, 0>(b, each);
  for (const int each : {1, 2, 4, 8}) variant<256, 8, 0, 0, 0>(b, each);
  for (const int each : {1, 2, 4}) variant<512, 2, 0, 0, 0>(b, each);
  for (const int each : {1, 2, 4}) variant<512, 4, 0, 0, 0>(b, each);
  for (const int each : {1, 2, 3, 4}) variant<512, 8, 0, 0, 0>(b, each);
  for (const int each : {1, 2}) variant<1024, 2, 0, 0, 0>(b, each);
  for (const int each : {1, 2}) variant<1024, 4, 0, 0, 0>(b, each);
  for (const int each : {1, 2}) variant<1024, 8, 0, 0, 0>(b, each);
  for (const int each : {4, 8, 16}) variant<128, 8, 0, 0, 0>(b, each);
  for (const int each : {1, 2, 4}) variant<512, 4, 0, 0, 1>(b, each);
  for (const int each : {2, 4, 8}) variant<256, 4, 0, 0, 1>(b, each);
  for (const int each : {2, 4}) variant<512, 4, 1, 0, 0>(b, each);
  for (const int each : {2, 4, 8}) variant<256, 8, 1, 0, 0>(b, each);
  for (const int each : {2, 4}) variant<512, 4, 0, 1, 0>(b, each);
  for (const int each : {2, 4}) variant<512, 4, 0, 2, 0>(b, each);
  for (const int each : {4, 8}) variant<256, 8, 0, 2, 0>(b, each);
  for (const int each : {2, 4}) variant<512, 4, 0, 0, 2>(b, each);
  for (const int each : {2, 4}) variant<512, 4, 0, 0, 3>(b, each);
  for (const int each : {4, 8}) variant<256, 4, 0, 0, 3>(b, each);
  for (const int each : {16, 32, 62}) variant<256, 4, 0, 0, 0>(b, each);
  row("CUB again", b, cub);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  constexpr size_t kBytes = sizeof(int) << 28;
  std::printf("%s, sum of 2^28 and of 2^20 ints; reading 2^30 bytes %.1f us\n",
              device.name, 1e3 * limits::read_ms(kBytes));
  compare(1ll << 28);
  compare(1ll << 20);
}
