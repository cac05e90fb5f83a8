// SPDX-License-Identifier: MIT
// Lesson 29 on a GPU: 2^27 ints (512 MB), a sum of every 32 neighbours. Needs a
// GPU. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/29_shuffle_down \
//     bench/29_shuffle_down.cu -o /tmp/bench29 && /tmp/bench29
// `before` is the sum by way of shared memory, of mistakes/shared_memory.cu.
// The rows "256 times" take the memory out: each warp adds up 256 times, and
// each time begins with the sum before it. The limit is reading the array.
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
#include "solutions/29_shuffle_down/solution.cu"
}

namespace {

constexpr int kThreads = solution::kThreads, kTimes = 15, kRepeat = 256;
constexpr int kCount = 1 << 27;

__global__ void shared_memory(const int* in, int* sums, int count){
#include "solutions/29_shuffle_down/mistakes/shared_memory.cu"
}

__global__ void one_lane_works(const int* in, int* sums, int count){
#include "solutions/29_shuffle_down/mistakes/one_lane_works.cu"
}

__global__ void warp_reduce(const int* in, int* sums) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage storage[kThreads / 32];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const int sum = Reduce(storage[threadIdx.x / 32]).Sum(in[i]);
  if (threadIdx.x % 32 == 0) sums[i / 32] = sum;
}

__global__ void repeat_shuffles(const int* in, int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = in[i];
  for (int time = 0; time < kRepeat; ++time) {
    for (int offset = 16; offset > 0; offset /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    }
  }
  out[i] = sum;
}

__global__ void repeat_shared(const int* in, int* out) {
  __shared__ int values[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = in[i];
  for (int time = 0; time < kRepeat; ++time) {
    values[threadIdx.x] = sum;
    __syncwarp();
    for (int offset = 16; offset > 0; offset /= 2) {
      if (threadIdx.x % 32 < offset) {
        values[threadIdx.x] += values[threadIdx.x + offset];
      }
      __syncwarp();
    }
    sum = values[threadIdx.x];
  }
  out[i] = sum;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d ints; limit: reading them\n", device.name, kCount);
  std::vector<int> host(kCount), expected(kCount / 32);
  for (int i = 0; i < kCount; ++i) {
    host[i] = i % 1009 - 500;
    expected[i / 32] += host[i];
  }
  lockstep::DeviceBuffer<int> in(host), sums(kCount / 32);
  const double limit_ms = limits::read_ms(kCount * sizeof(int));
  const auto row = [&](const char* name, const auto& work) {
    CUDA_CHECK(cudaMemset(sums.data(), 0xff, kCount / 32 * sizeof(int)));
    work();
    if (sums.download() != expected) {
      std::printf("%s: WRONG\n", name);
      std::exit(1);
    }
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
  };
  row("one lane adds", [&] {
    one_lane_works<<<kCount / kThreads, kThreads>>>(in.data(), sums.data(),
                                                    kCount);
  });
  row("before", [&] {
    shared_memory<<<kCount / kThreads, kThreads>>>(in.data(), sums.data(),
                                                   kCount);
  });
  row("after", [&] { solution::sum_groups(in.data(), sums.data(), kCount); });
  row("CUB WarpReduce", [&] {
    warp_reduce<<<kCount / kThreads, kThreads>>>(in.data(), sums.data());
  });

  // 2^20 values in all: eight blocks of 256 threads per multiprocessor on 132.
  constexpr int kFew = 1 << 20;
  const lockstep::DeviceBuffer<int> out(kFew);
  const auto repeat = [&](const char* name, auto* kernel) {
    const double ms = median_ms(kTimes, 1, [&] {
      kernel<<<kFew / kThreads, kThreads>>>(in.data(), out.data());
    });
    std::printf("%-28s %9.1f us\n", name, ms * 1e3);
  };
  repeat("256 times, shared memory", repeat_shared);
  repeat("256 times, shuffles", repeat_shuffles);
}
