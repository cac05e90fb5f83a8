// SPDX-License-Identifier: MIT
// Lesson 32 on a GPU: 512 MB of ints, doubles and pairs of halves, a sum of
// every 32 neighbours. Needs a GPU. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/32_shuffle_types \
//     bench/32_shuffle_types.cu -o /tmp/bench32 && /tmp/bench32
// `before` fetches the values of a segment one by one, 31 shuffles for 5, as
// mistakes/one_value_at_a_time.cu does. The rows "256 times" take the memory
// out: each warp adds up 256 times, and each time begins with the sum before
// it. The limit is reading the array.
#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <cub/warp/warp_reduce.cuh>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/32_shuffle_types/solution.cu"
}

namespace before {
#include "solutions/32_shuffle_types/mistakes/one_value_at_a_time.cu"
}

namespace {

constexpr int kThreads = solution::kThreads, kTimes = 15, kRepeat = 256;
constexpr size_t kBytes = size_t(1) << 29;

struct OneByOne {
  template <typename T>
  static __device__ auto of(T value) {
    return before::segment_sum(value, 32);
  }
};
struct Steps {
  template <typename T>
  static __device__ auto of(T value) {
    return solution::segment_sum(value, 32);
  }
};
struct ByCub {
  template <typename T>
  static __device__ T of(T value) {
    using Reduce = cub::WarpReduce<T>;
    __shared__ typename Reduce::TempStorage storage[kThreads / 32];
    return Reduce(storage[threadIdx.x / 32]).Sum(value);
  }
};

template <typename Way, typename In, typename Sum>
__global__ void sums_kernel(const In* in, Sum* sums) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const Sum sum = Way::of(in[i]);
  if (i % 32 == 0) sums[i / 32] = sum;
}

template <typename T>
__global__ void repeat(const T* in, T* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  T sum = in[i];
  for (int time = 0; time < kRepeat; ++time) sum = Steps::of(sum);
  out[i] = sum;
}

__global__ void repeat_pairs(const __half2* in, float2* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  float2 sum{};
  for (int time = 0; time < kRepeat; ++time) {
    const float2 one = Steps::of(in[i] + __float22half2_rn(sum));
    sum = {one.x / 64, one.y / 64};
  }
  out[i] = sum;
}

constexpr int kPeriod = 61;  // of the values
int value_at(size_t i) { return int(i % kPeriod) - 20; }
void make(int value, __half2& made) {
  made = __floats2half2_rn(float(value), float(-value));
}
template <typename T>
void make(int value, T& made) {
  made = T(value);
}
bool is(double got, int sum) { return got == sum; }
bool is(float2 got, int sum) { return got.x == sum && got.y == -sum; }

template <typename In, typename Sum>
struct Bench {
  static constexpr int kCount = kBytes / sizeof(In);
  std::vector<int> expected = std::vector<int>(kCount / 32);
  lockstep::DeviceBuffer<In> in{kCount};
  lockstep::DeviceBuffer<Sum> sums{kCount / 32};

  Bench() {
    std::vector<In> host(kCount), period(kPeriod);
    for (int i = 0; i < kPeriod; ++i) make(value_at(i), period[i]);
    for (size_t i = 0; i < kCount; ++i) {
      host[i] = period[i % kPeriod];
      expected[i / 32] += value_at(i);
    }
    in.upload(host);
  }

  template <typename Work>
  void row(const char* name, double limit_ms, const Work& work) const {
    CUDA_CHECK(cudaMemset(sums.data(), 0xff, kCount / 32 * sizeof(Sum)));
    work();
    const std::vector<Sum> got = sums.download();
    for (size_t s = 0; s < got.size(); ++s) {
      if (is(got[s], expected[s])) continue;
      std::printf("%s: WRONG\n", name);
      std::exit(1);
    }
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
  }

  template <typename Way>
  void way(const char* name, double limit_ms) const {
    row(name, limit_ms, [&] {
      sums_kernel<Way><<<kCount / kThreads, kThreads>>>(in.data(), sums.data());
      CUDA_CHECK(cudaGetLastError());
    });
  }

  void after(const char* name, double limit_ms) const {
    row(name, limit_ms,
        [&] { solution::sum_segments(in.data(), sums.data(), kCount, 32); });
  }
};

template <typename Work>
void again(const char* name, const Work& work) {
  std::printf("%-28s %9.1f us\n", name, median_ms(kTimes, 1, work) * 1e3);
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %zu bytes of each type, width 32; limit: reading them\n",
              device.name, kBytes);
  const double limit_ms = limits::read_ms(kBytes);
  // 2^20 values in all: eight blocks of 256 threads per multiprocessor on 132.
  constexpr int kFew = 1 << 20, kBlocks = kFew / kThreads;
  {
    const Bench<int, int> bench;
    bench.way<OneByOne>("int, before", limit_ms);
    bench.after("int, after", limit_ms);
    bench.way<ByCub>("int, CUB WarpReduce", limit_ms);
    const lockstep::DeviceBuffer<int> out(kFew);
    again("256 times, int",
          [&] { repeat<<<kBlocks, kThreads>>>(bench.in.data(), out.data()); });
  }
  {
    const Bench<double, double> bench;
    bench.way<OneByOne>("double, before", limit_ms);
    bench.after("double, after", limit_ms);
    bench.way<ByCub>("double, CUB WarpReduce", limit_ms);
    const lockstep::DeviceBuffer<double> out(kFew);
    again("256 times, double",
          [&] { repeat<<<kBlocks, kThreads>>>(bench.in.data(), out.data()); });
  }
  {
    const Bench<__half2, float2> bench;
    bench.way<OneByOne>("half2, before", limit_ms);
    bench.after("half2, after", limit_ms);
    const lockstep::DeviceBuffer<float2> out(kFew);
    again("256 times, half2", [&] {
      repeat_pairs<<<kBlocks, kThreads>>>(bench.in.data(), out.data());
    });
  }
}
