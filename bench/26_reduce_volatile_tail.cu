// SPDX-License-Identifier: MIT
// Lesson 26 on a GPU: five ways to add the last 64 values of a block, of 2^26
// ints in all. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/26_reduce_volatile_tail
//     bench/26_reduce_volatile_tail.cu -o /tmp/bench26 && /tmp/bench26
// Prints median times of 15 runs of two launches: the sums of the blocks, and
// their sum by one block. Blocks have 1024 threads with one value each, so that
// the tree is most of the work. The percentage is the time that reading the
// array takes, divided by the row's. The two tails with a race may be wrong:
// then a line says what came out. Exit code 1 when another sum is wrong.
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <vector>

#include "bench/limits.h"
#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace volatile_alone {
#include "solutions/26_reduce_volatile_tail/mistakes/volatile_alone.cu"
}
namespace plain_pointer {
#include "solutions/26_reduce_volatile_tail/mistakes/plain_pointer.cu"
}
namespace block_barriers {
__device__ void add_last_64(int* cache, int lane) {  // all threads call it
  for (int half = 32; half > 0; half /= 2) {
    if (lane < half) cache[lane] += cache[lane + half];
    __syncthreads();
  }
}
}  // namespace block_barriers
namespace half_adds {
#include "solutions/26_reduce_volatile_tail/also_right/only_half_adds.cu"
}
namespace shuffles {
#include "solutions/26_reduce_volatile_tail/also_right/shuffles.cu"
}
namespace solution {
#include "solutions/26_reduce_volatile_tail/solution.cu"
}

namespace {

constexpr int kCount = 1 << 26, kThreads = 1024, kTimes = 15;
constexpr size_t kBytes = size_t(kCount) * sizeof(int);

struct VolatileAlone {
  static constexpr int kCallers = 32;  // threads of a block that call add
  __device__ static void add(int* cache, int lane) {
    volatile_alone::add_last_64(cache, lane);
  }
};
struct PlainPointer {
  static constexpr int kCallers = 32;
  __device__ static void add(int* cache, int lane) {
    plain_pointer::add_last_64(cache, lane);
  }
};
struct BlockBarriers {
  static constexpr int kCallers = kThreads;
  __device__ static void add(int* cache, int lane) {
    block_barriers::add_last_64(cache, lane);
  }
};
struct HalfAdds {
  static constexpr int kCallers = 32;
  __device__ static void add(int* cache, int lane) {
    half_adds::add_last_64(cache, lane);
  }
};
struct Shuffles {
  static constexpr int kCallers = 32;
  __device__ static void add(int* cache, int lane) {
    shuffles::add_last_64(cache, lane);
  }
};

/// The kernel around the task of lesson 26.
template <typename Tail>
__global__ void add_up(const int* in, int* sums, int n) {
  extern __shared__ int cache[];
  const int t = threadIdx.x, grid = gridDim.x * blockDim.x;
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += grid) sum += in[i];
  cache[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t < Tail::kCallers) Tail::add(cache, t);
  if (t == 0) sums[blockIdx.x] = cache[0];
}

struct Bench {
  lockstep::DeviceBuffer<int> in{kCount}, sums{kCount / kThreads}, out{1};
  int expected = 0;
  double limit_ms = limits::read_ms(kBytes);
  bool right = true;

  Bench() {
    std::vector<int> values(kCount);
    for (int i = 0; i < kCount; ++i) {
      values[i] = int(i * 7919ll % 15) - 7;
      expected += values[i];
    }
    in.upload(values);
  }

  template <typename Work>
  void row(const char* label, const Work& work, bool race = false) {
    const double ms = median_ms(kTimes, 1, work);
    const int sum = out.download()[0];
    const bool good = sum == expected;
    std::printf("%-28s %9.1f us %5.0f %%\n", label, ms * 1e3,
                limit_ms / ms * 100);
    if (!good) std::printf("  %d came out, expected %d\n", sum, expected);
    right = right && (good || race);
  }

  template <typename Tail>
  void tail(const char* label, bool race = false) {
    constexpr int kBlocks = kCount / kThreads, kShared = kThreads * sizeof(int);
    row(
        label,
        [&] {
          add_up<Tail>
              <<<kBlocks, kThreads, kShared>>>(in.data(), sums.data(), kCount);
          add_up<Tail>
              <<<1, kThreads, kShared>>>(sums.data(), out.data(), kBlocks);
        },
        race);
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, 2^26 ints, 100 %% is the time of reading them\n",
              device.name);
  Bench bench;
  bench.tail<BlockBarriers>("a barrier of the block");
  bench.tail<VolatileAlone>("before: volatile, a race", true);
  bench.tail<PlainPointer>("without volatile, a race", true);
  bench.row("after: load, wait, store", [&] {
    constexpr int kBlocks = kCount / kThreads;
    solution::reduce(bench.in.data(), bench.sums.data(), kCount, kBlocks,
                     kThreads);
    solution::reduce(bench.sums.data(), bench.out.data(), kBlocks, 1, kThreads);
  });
  bench.tail<HalfAdds>("only half of the lanes add");
  bench.tail<Shuffles>("shuffles");
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceReduce::Sum(nullptr, bytes, bench.in.data(),
                                    bench.out.data(), kCount));
  lockstep::DeviceBuffer<char> room(bytes);
  bench.row("CUB DeviceReduce", [&] {
    CUDA_CHECK(cub::DeviceReduce::Sum(room.data(), bytes, bench.in.data(),
                                      bench.out.data(), kCount));
  });
  std::printf("%-28s %9.1f us %5.0f %%\n", "reading the array",
              bench.limit_ms * 1e3, 100.0);
  return bench.right ? 0 : 1;
}
