// SPDX-License-Identifier: MIT
// Lesson 36, ways to do it: threads per block, vectors per thread, look-back by
// a lane or by a warp, loads in stripes or through shared memory, all beside
// CUB in one run. Needs a GPU.
//   nvcc -std=c++17 -O3 -arch=native -I. bench/36_single_pass_scan_tuning.cu
// Per size: CUB, then each variant. `of CUB` is CUB's time divided by the
// row's. Sizes stand in the order long, short.
#include <cstdint>
#include <cstdio>
#include <cub/device/device_scan.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/device_buffer.h"

namespace {

constexpr int kTimes = 20;
using Word = unsigned long long;
constexpr Word kAggregate = 1ull << 32, kPrefix = 2ull << 32;

struct Buffers {
  const int* in;
  int* out;
  Word* states;  // [0]: the counter of tiles; then one word for each tile
  long long count;
};

__device__ Word look(const Word* at) {
  return *static_cast<const volatile Word*>(at);
}
__device__ void publish(Word* at, Word flag, int value) {
  *static_cast<volatile Word*>(at) = flag | unsigned(value);
}

__device__ int warp_scan(int value) {
  const int lane = threadIdx.x % 32;
#pragma unroll
  for (int step = 1; step < 32; step *= 2) {
    const int lower = __shfl_up_sync(0xffffffff, value, step);
    if (lane >= step) value += lower;
  }
  return value;
}

/// What lies before the tile. kLook 0: one lane goes back word by word. 1: a
/// warp looks at 32 words at a time. 2: the same, and sleeps between looks.
template <int kLook>
__device__ int look_back(const Word* states, int tile) {
  int before = 0;
  if (kLook == 0) {
    if (threadIdx.x == 0) {
      for (int t = tile - 1;; --t) {
        Word state;
        do {
          state = look(states + t);
        } while (state < kAggregate);
        before += int(state);
        if (state >= kPrefix) break;
      }
    }
    return before;
  }
  const int lane = threadIdx.x;
  for (int t = tile - 1 - lane;; t -= 32) {
    Word state = t < 0 ? kPrefix : look(states + t);
    while (__any_sync(0xffffffff, state < kAggregate)) {
      if (kLook == 2) __nanosleep(50);
      if (state < kAggregate) state = look(states + t);
    }
    const unsigned done = __ballot_sync(0xffffffff, state >= kPrefix);
    // Of the tiles that have their prefix, the nearest one counts.
    int value = done == 0 || lane <= __ffs(done) - 1 ? int(state) : 0;
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
      value += __shfl_xor_sync(0xffffffff, value, step);
    }
    before += value;
    if (done != 0) return before;
  }
}

/// kHint 1: streaming loads and stores; 2: loads alone; 3: stores alone.
template <int kHint>
__device__ int4 load(const int4* at) {
  return kHint == 1 || kHint == 2 ? __ldcs(at) : *at;
}
template <int kHint>
__device__ void store(int4* at, int4 v) {
  if (kHint == 1 || kHint == 3) {
    __stcs(at, v);
  } else {
    *at = v;
  }
}

/// kWay 0: a lane keeps the vectors that it loaded, 32 lanes apart; the warp
/// scans each row of 32 vectors. 1: through shared memory, so that each thread
/// has neighbours, and the warp scans once. 2: as 0, but the sum of the tile is
/// told before it is scanned.
template <int kThreads, int kVectors, int kWay, int kLook, int kHint>
__global__ void __launch_bounds__(kThreads)
    scan(const int* in, int* out, Word* states, long long count) {
  constexpr int kTile = kThreads * kVectors * 4, kWarps = kThreads / 32;
  __shared__ int totals[kWarps], tile_of_block, before_tile;
  __shared__ int4 lines[kWay == 1 ? kWarps : 1][kWay == 1 ? 32 * kVectors : 1];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (threadIdx.x == 0) tile_of_block = int(atomicAdd(states, 1ull));
  __syncthreads();
  const int tile = tile_of_block;
  states += 1;
  const long long first =
      1ll * tile * kTile + warp * (32 * kVectors * 4) + lane * 4;
  const bool whole = (tile + 1ll) * kTile <= count;
  int4 v[kVectors];
#pragma unroll
  for (int k = 0; k < kVectors; ++k) {
    const long long i = first + k * 128;
    if (whole) {
      v[k] = load<kHint>(reinterpret_cast<const int4*>(in + i));
    } else {
      v[k] = make_int4(0, 0, 0, 0);
      if (i < count) v[k].x = in[i];
      if (i + 1 < count) v[k].y = in[i + 1];
      if (i + 2 < count) v[k].z = in[i + 2];
      if (i + 3 < count) v[k].w = in[i + 3];
    }
  }
  if (kWay == 1) {
#pragma unroll
    for (int k = 0; k < kVectors; ++k) lines[warp][k * 32 + lane] = v[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < kVectors; ++k) v[k] = lines[warp][lane * kVectors + k];
    __syncwarp();
  }
  if (kWay == 2) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < kVectors; ++k) {
      sum += (v[k].x + v[k].y) + (v[k].z + v[k].w);
    }
#pragma unroll
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_xor_sync(0xffffffff, sum, step);
    }
    if (lane == 0) totals[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0 && tile > 0) {
      int total = 0;
#pragma unroll
      for (int w = 0; w < kWarps; ++w) total += totals[w];
      publish(states + tile, kAggregate, total);
    }
  }
  int sums[kVectors], all = 0;  // what comes before each vector, in the warp
#pragma unroll
  for (int k = 0; k < kVectors; ++k) {
    v[k].y += v[k].x;
    v[k].z += v[k].y;
    v[k].w += v[k].z;
    sums[k] = kWay == 1 ? 0 : warp_scan(v[k].w);
  }
  if (kWay == 1) {
#pragma unroll
    for (int k = 0; k < kVectors; ++k) sums[k] = all, all += v[k].w;
    const int up = warp_scan(all);
#pragma unroll
    for (int k = 0; k < kVectors; ++k) sums[k] += up - all;
    all = __shfl_sync(0xffffffff, up, 31);
  } else {
#pragma unroll
    for (int k = 0; k < kVectors; ++k) {
      const int row = __shfl_sync(0xffffffff, sums[k], 31);
      sums[k] += all - v[k].w;
      all += row;
    }
  }
  if (kWay != 2) {
    if (lane == 0) totals[warp] = all;
    __syncthreads();
  }
  if (warp == 0) {
    int total = 0;
#pragma unroll
    for (int w = 0; w < kWarps; ++w) total += totals[w];
    int before = 0;
    if (tile == 0) {
      if (lane == 0) publish(states, kPrefix, total);
    } else {
      if (kWay != 2 && lane == 0) publish(states + tile, kAggregate, total);
      before = look_back<kLook>(states, tile);
      if (lane == 0) publish(states + tile, kPrefix, before + total);
    }
    if (lane == 0) before_tile = before;
  }
  __syncthreads();
  int before = before_tile;
#pragma unroll
  for (int w = 0; w < kWarps; ++w) before += w < warp ? totals[w] : 0;
#pragma unroll
  for (int k = 0; k < kVectors; ++k) {
    const int add = before + sums[k];
    v[k] = make_int4(v[k].x + add, v[k].y + add, v[k].z + add, v[k].w + add);
  }
  if (kWay == 1) {
#pragma unroll
    for (int k = 0; k < kVectors; ++k) lines[warp][lane * kVectors + k] = v[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < kVectors; ++k) v[k] = lines[warp][k * 32 + lane];
  }
#pragma unroll
  for (int k = 0; k < kVectors; ++k) {
    const long long i = first + k * 128;
    if (whole) {
      store<kHint>(reinterpret_cast<int4*>(out + i), v[k]);
    } else {
      if (i < count) out[i] = v[k].x;
      if (i + 1 < count) out[i + 1] = v[k].y;
      if (i + 2 < count) out[i + 2] = v[k].z;
      if (i + 3 < count) out[i + 3] = v[k].w;
    }
  }
}

double cub_ms = 0;

template <typename Work>
void row(const char* name, const Buffers& b, const std::vector<int>& expected,
         const Work& work) {
  CUDA_CHECK(cudaMemset(b.out, 0x55, b.count * sizeof(int)));
  work();
  std::vector<int> got(b.count);
  CUDA_CHECK(cudaMemcpy(got.data(), b.out, b.count * sizeof(int),
                        cudaMemcpyDeviceToHost));
  const double ms = median_ms(kTimes, 1, work);
  if (cub_ms == 0) cub_ms = ms;
  std::printf("%10lld  %-44s %9.2f us %8.1f GB/s %6.3f of CUB%s\n", b.count,
              name, 1e3 * ms, 8e-6 * b.count / ms, cub_ms / ms,
              got == expected ? "" : "  WRONG");
  std::fflush(stdout);
}

template <int kThreads, int kVectors, int kWay, int kLook, int kHint>
void variant(const Buffers& b, const std::vector<int>& expected) {
  constexpr int kTile = kThreads * kVectors * 4;
  const int tiles = int((b.count + kTile - 1) / kTile);
  int resident = 0;
  const auto kernel = scan<kThreads, kVectors, kWay, kLook, kHint>;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel,
                                                           kThreads, 0));
  char name[100];
  const char* const ways[] = {"stripes", "shared", "early"};
  const char* const looks[] = {"lane", "warp", "warp sleeps"};
  const char* const hints[] = {"", " streaming", " ldcs", " stcs"};
  std::snprintf(name, sizeof name, "%4d thr %2d vec %2d/SM %s %s%s", kThreads,
                kVectors, resident, ways[kWay], looks[kLook], hints[kHint]);
  row(name, b, expected, [&] {
    CUDA_CHECK(cudaMemsetAsync(b.states, 0, (tiles + 1) * sizeof(Word)));
    kernel<<<tiles, kThreads>>>(b.in, b.out, b.states, b.count);
  });
}

void compare(long long count) {
  std::vector<int> values(count), expected(count);
  int sum = 0;
  for (long long i = 0; i < count; ++i) {
    values[i] = int(i * 7919 % 15) - 7;
    sum += values[i];
    expected[i] = sum;
  }
  lockstep::DeviceBuffer<int> in(values), out(count);
  lockstep::DeviceBuffer<Word> states(count / 1024 + 2);
  const Buffers b{in.data(), out.data(), states.data(), count};
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, b.in, b.out, count));
  lockstep::DeviceBuffer<char> scratch(bytes);
  cub_ms = 0;
  const auto cub = [&] {
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(scratch.data(), bytes, b.in, b.out,
                                             count));
  };
  row("CUB", b, expected, cub);
  row("copy", b, values, [&] {
    CUDA_CHECK(cudaMemcpyAsync(b.out, b.in, count * sizeof(int),
                               cudaMemcpyDeviceToDevice));
  });
  variant<128, 8, 0, 1, 1>(b, expected);
  variant<128, 12, 0, 1, 1>(b, expected);
  variant<256, 8, 0, 1, 1>(b, expected);
  variant<256, 12, 0, 1, 1>(b, expected);
  variant<256, 16, 0, 1, 1>(b, expected);
  variant<384, 8, 0, 1, 1>(b, expected);
  variant<384, 10, 0, 1, 1>(b, expected);
  variant<384, 12, 0, 1, 1>(b, expected);
  variant<512, 6, 0, 1, 1>(b, expected);
  variant<512, 7, 0, 1, 1>(b, expected);
  variant<512, 8, 0, 1, 0>(b, expected);
  variant<512, 8, 0, 1, 1>(b, expected);
  variant<512, 8, 0, 1, 2>(b, expected);
  variant<512, 8, 0, 1, 3>(b, expected);
  variant<512, 8, 0, 2, 1>(b, expected);
  variant<512, 9, 0, 1, 1>(b, expected);
  variant<512, 10, 0, 1, 1>(b, expected);
  variant<512, 12, 0, 1, 1>(b, expected);
  variant<640, 8, 0, 1, 1>(b, expected);
  variant<768, 8, 0, 1, 1>(b, expected);
  variant<1024, 6, 0, 1, 1>(b, expected);
  variant<1024, 8, 0, 1, 1>(b, expected);
  variant<512, 8, 2, 1, 1>(b, expected);
  variant<512, 8, 2, 2, 1>(b, expected);
  variant<256, 8, 2, 1, 1>(b, expected);
  variant<512, 10, 2, 1, 1>(b, expected);
  variant<384, 8, 2, 1, 1>(b, expected);
  variant<1024, 8, 2, 1, 1>(b, expected);
  variant<256, 8, 1, 1, 1>(b, expected);
  row("CUB again", b, expected, cub);
}

}  // namespace

int main() {
  cudaDeviceProp device;
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, inclusive scan of 2^28 and of 2^20 ints\n", device.name);
  compare(1ll << 28);
  compare((1ll << 20) - 3);
}
