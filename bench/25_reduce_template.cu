// SPDX-License-Identifier: MIT
// The ladder of reductions, lessons 23 to 34, in one run: the sum of 2^26 ints
// (floats in lessons 24 and 25, which are as many bytes). From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/25_reduce_template
//     bench/25_reduce_template.cu -o /tmp/bench25 && /tmp/bench25
// Prints median times of 15 runs of two launches: the sums of the blocks, and
// their sum by one block. The percentage is the time that reading the array
// takes, divided by the row's. Then the same as a table, with the speed, what
// each step gains, and what all steps so far have gained. Exit code 1 when a
// sum is wrong.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <string>
#include <vector>

#include "bench/exercise.h"
#include "bench/limits.h"
#include "bench/timing.h"

namespace global {
#include "lessons/23_reduce_global/lesson.h"
#include "solutions/23_reduce_global/solution.cu"
}  // namespace global
namespace neighbours {
#include "solutions/24_reduce_shared/mistakes/interleaved_modulo.cu"
}
namespace packed {
#include "solutions/24_reduce_shared/mistakes/interleaved_packed.cu"
}
namespace known {
#include "solutions/25_reduce_template/solution.cu"
}
namespace halves {
#include "solutions/26_reduce_volatile_tail/also_right/only_half_adds.cu"
}
namespace shuffles {
#include "solutions/26_reduce_volatile_tail/also_right/shuffles.cu"
}
namespace vectors {
#include "lessons/34_device_reduce/lesson.h"
#include "lessons/34_device_reduce/rungs.cuh"
#include "solutions/34_device_reduce/solution.cu"
}  // namespace vectors

namespace {

constexpr int kCount = 1 << 26, kTimes = 15;
constexpr size_t kBytes = size_t(kCount) * sizeof(int);

struct HalfAdds {
  __device__ static void add(int* cache, int lane) {
    halves::add_last_64(cache, lane);
  }
};
struct Shuffles {
  __device__ static void add(int* cache, int lane) {
    shuffles::add_last_64(cache, lane);
  }
};

/// Rung 25 for ints, with the tail of lesson 26 that is named.
template <int kThreads, typename Tail>
__global__ void add_up(const int* in, int* sums, int n) {
  __shared__ int cache[kThreads];
  const int t = threadIdx.x, grid = gridDim.x * kThreads;
  int sum = 0, i = blockIdx.x * kThreads + t;
  for (; i + grid < n; i += 2 * grid) sum += in[i] + in[i + grid];
  if (i < n) sum += in[i];
  cache[t] = sum;
  __syncthreads();
#pragma unroll
  for (int half = kThreads / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t < 32) Tail::add(cache, t);
  if (t == 0) sums[blockIdx.x] = cache[0];
}

struct Bench {
  lockstep::DeviceBuffer<int> in{kCount}, sums{kCount / 256}, out{1};
  lockstep::DeviceBuffer<float> floats{kCount}, float_sums{kCount / 256},
      float_out{1};
  int expected = 0;
  double limit_ms = limits::read_ms(kBytes), first_ms = 0, last_ms = 0;
  bool right = true;
  std::string table;

  Bench() {
    std::vector<int> values(kCount);
    std::vector<float> same(kCount);
    for (int i = 0; i < kCount; ++i) {
      values[i] = int(i * 7919ll % 15) - 7;  // so that no float sum rounds
      same[i] = float(values[i]);
      expected += values[i];
    }
    in.upload(values);
    floats.upload(same);
  }

  void line(const char* label, double ms, bool good, bool rung) {
    std::printf("%-28s %9.1f us %5.0f %%%s\n", label, ms * 1e3,
                limit_ms / ms * 100, good ? "" : "  WRONG");
    right = right && good;
    if (first_ms == 0) first_ms = last_ms = ms;
    char text[200];
    std::snprintf(text, sizeof text,
                  "| %s | %.1f us | %.0f GB/s | %.2f | %.2f |\n", label,
                  ms * 1e3, kBytes / ms * 1e-6, last_ms / ms, first_ms / ms);
    table += text;
    if (rung) last_ms = ms;
  }

  template <typename Work>
  void ints(const char* label, const Work& work, bool rung = true) {
    CUDA_CHECK(cudaMemset(out.data(), 0x55, sizeof(int)));
    const double ms = median_ms(kTimes, 1, work);
    line(label, ms, out.download()[0] == expected, rung);
  }

  template <typename Function>
  void floating(const char* label, const Function& add, int blocks,
                int threads) {
    CUDA_CHECK(cudaMemset(float_out.data(), 0x55, sizeof(float)));
    const double ms = median_ms(kTimes, 1, [&] {
      add(floats.data(), float_sums.data(), kCount, blocks, threads);
      add(float_sums.data(), float_out.data(), blocks, 1, threads);
    });
    line(label, ms, float_out.download()[0] == float(expected), true);
  }

  template <typename Tail>
  void tail(const char* label, int blocks) {
    ints(label, [&] {
      add_up<1024, Tail><<<blocks, 1024>>>(in.data(), sums.data(), kCount);
      add_up<1024, Tail><<<1, 1024>>>(sums.data(), out.data(), blocks);
    });
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, 2^26 ints, 100 %% is the time of reading them\n",
              device.name);
  Bench bench;
  constexpr int kThreads = 1024;
  const int one = kCount / kThreads;               // blocks: a value per thread
  const int few = 2 * device.multiProcessorCount;  // as many as it can hold
  {
    lockstep::DeviceBuffer<int> scratch(kCount);
    bench.ints("global memory", [&] {
      global::reduce<<<one, kThreads>>>(bench.in.data(), scratch.data(),
                                        bench.sums.data(), kCount);
      global::reduce<<<1, kThreads>>>(bench.sums.data(), scratch.data(),
                                      bench.out.data(), one);
    });
  }
  bench.floating("neighbours", neighbours::reduce, one, kThreads);
  bench.floating("packed", packed::reduce, one, kThreads);
  bench.floating("halves", rungs::reduce, one, kThreads);
  bench.floating("template", known::reduce, one, kThreads);
  bench.floating("two values per thread", known::reduce, one / 2, kThreads);
  bench.tail<HalfAdds>("tail in a loop", one / 2);
  bench.tail<Shuffles>("tail of shuffles", one / 2);
  bench.tail<Shuffles>("a full device", few);
  const lockstep::DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
  bench.ints("vectors", [&] {
    vectors::reduce(bench.in.data(), 0, kCount, bench.out.data(),
                    bench.sums.data(), finished.data(),
                    vectors::Operator::kSum);
  });
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, bench.in.data(),
                                    bench.out.data(), kCount));
  lockstep::DeviceBuffer<char> room(bytes);
  const auto library = [&] {
    CUDA_CHECK(cub::DeviceReduce::Sum(room.data(), bytes, bench.in.data(),
                                      bench.out.data(), kCount));
  };
  bench.ints("CUB DeviceReduce", library, false);
  bench.line("reading the array", bench.limit_ms, true, false);
  const std::string ladder = bench.table;
  // What the exercise starts from, where the tree hardly counts.
  bench.floating("halves, full device", rungs::reduce, few, kThreads);
  bench.floating("template, full device", known::reduce, few, kThreads);
  std::printf(
      "\n| | time | speed | step | total |\n|---|---:|---:|---:|---:|\n"
      "%s",
      ladder.c_str());
  return bench.right ? 0 : 1;
}
