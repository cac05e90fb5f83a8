// SPDX-License-Identifier: MIT
// Lesson 30 on a GPU: 2^27 ints (512 MB), and for each one the sum, or the
// place of the greatest value, of its 32 neighbours. Needs a GPU. From the
// repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/30_shuffle_xor \
//     bench/30_shuffle_xor.cu -o /tmp/bench30 && /tmp/bench30
// `before` is the way through shared memory, of mistakes/shared_memory.cu. The
// rows "256 times" take the memory out: each warp adds up 256 times, and each
// time begins with the sum before it. The limit is a device copy of the array.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/30_shuffle_xor/solution.cu"
}

namespace before {
constexpr int kThreads = solution::kThreads;
using solution::Candidate;
#include "solutions/30_shuffle_xor/mistakes/shared_memory.cu"
}  // namespace before

namespace broadcast {
using solution::Candidate;
#include "solutions/30_shuffle_xor/mistakes/sum_then_broadcast.cu"
}  // namespace broadcast

namespace {

constexpr int kThreads = solution::kThreads, kTimes = 15, kRepeat = 256;
constexpr int kCount = 1 << 27;

struct SumByMemory {
  static __device__ int of(int value) {
    const int sum = before::warp_sum(value);
    __syncwarp();  // all have read before the next time stores
    return sum;
  }
};
struct SumByDown {
  static __device__ int of(int value) { return broadcast::warp_sum(value); }
};
struct SumByXor {
  static __device__ int of(int value) { return solution::warp_sum(value); }
};

template <typename Way>
__global__ void sum_kernel(const int* in, int* sums) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  sums[i] = Way::of(in[i]);
}

__global__ void greatest_by_memory(const int* in, int* places) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  places[i] = before::warp_greatest({in[i], i}).place;
}

template <typename Way>
__global__ void repeat(const int* in, int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = in[i];
  for (int time = 0; time < kRepeat; ++time) sum = Way::of(sum);
  out[i] = sum;
}

/// Milliseconds to read `bytes` and to write as many, by a device copy.
double copy_ms(size_t bytes) {
  const lockstep::DeviceBuffer<char> from(bytes), to(bytes);
  CUDA_CHECK(cudaMemset(from.data(), 0, bytes));
  return median_ms(kTimes, 1, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes,
                               cudaMemcpyDeviceToDevice));
  });
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d ints; limit: a device copy\n", device.name, kCount);
  std::vector<int> host(kCount), sums(kCount), places(kCount);
  for (int i = 0; i < kCount; ++i) host[i] = int(i * 2654435761u >> 8) - 1000;
  for (int first = 0; first < kCount; first += 32) {
    unsigned sum = 0;
    int best = first;
    for (int i = first; i < first + 32; ++i) {
      sum += unsigned(host[i]);
      if (host[i] > host[best]) best = i;
    }
    for (int i = first; i < first + 32; ++i)
      sums[i] = int(sum), places[i] = best;
  }
  const lockstep::DeviceBuffer<int> in(host), out(kCount);
  const double limit_ms = copy_ms(kCount * sizeof(int));
  const auto row = [&](const char* name, const std::vector<int>& expected,
                       const auto& work) {
    CUDA_CHECK(cudaMemset(out.data(), 0xff, kCount * sizeof(int)));
    work();
    if (out.download() != expected) {
      std::printf("%s: WRONG\n", name);
      std::exit(1);
    }
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
  };
  constexpr int kBlocks = kCount / kThreads;
  row("sum, before", sums, [&] {
    sum_kernel<SumByMemory><<<kBlocks, kThreads>>>(in.data(), out.data());
  });
  row("sum, down and broadcast", sums, [&] {
    sum_kernel<SumByDown><<<kBlocks, kThreads>>>(in.data(), out.data());
  });
  row("sum, after", sums,
      [&] { solution::sum_everywhere(in.data(), out.data(), kCount); });
  row("greatest, before", places, [&] {
    greatest_by_memory<<<kBlocks, kThreads>>>(in.data(), out.data());
  });
  row("greatest, after", places,
      [&] { solution::find_greatest(in.data(), out.data(), kCount); });

  // 2^20 values in all: eight blocks of 256 threads per multiprocessor on 132.
  const auto again = [&](const char* name, auto* kernel) {
    const double ms = median_ms(kTimes, 1, [&] {
      kernel<<<(1 << 20) / kThreads, kThreads>>>(in.data(), out.data());
    });
    std::printf("%-28s %9.1f us\n", name, ms * 1e3);
  };
  again("256 times, shared memory", repeat<SumByMemory>);
  again("256 times, xor", repeat<SumByXor>);
}
