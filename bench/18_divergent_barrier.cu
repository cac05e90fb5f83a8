// SPDX-License-Identifier: MIT
// Lesson 18 on a GPU: does it pay to let threads without work leave, or to let
// fewer threads wait? From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/18_divergent_barrier
//     bench/18_divergent_barrier.cu -o /tmp/bench18 && /tmp/bench18
// Prints a row for each time; the limit is a kernel that copies as many bytes.
// `before` is undefined behaviour. It runs last and is given up after 2
// seconds. Exit code 1 when another row's result is wrong.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cub/block/block_reduce.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/18_divergent_barrier/solution.cu"
}

namespace {

constexpr int kCount = 1 << 26, kBlocks = kCount / kBlock;

/// The exercise as it is given: the barrier stands in the branch.
__global__ void barrier_in_the_if(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned cache[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 0; half /= 2) {
    if (t < half) {
      cache[t] += cache[t + half];
      __syncthreads();
    }
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
}

/// All threads wait up to 64 values; one warp adds the rest by shuffles.
__global__ void last_warp_alone(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned cache[kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  cache[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = kBlock / 2; half > 32; half /= 2) {
    if (t < half) cache[t] += cache[t + half];
    __syncthreads();
  }
  if (t < 32) {
    unsigned sum = cache[t] + cache[t + 32];
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    if (t == 0) cache[0] = sum;
  }
  __syncthreads();
  if (i < n) out[i] = cache[0] - in[i];
}

__global__ void by_cub(const unsigned* in, unsigned* out, int n) {
  using Reduce = cub::BlockReduce<unsigned, kBlock>;
  __shared__ typename Reduce::TempStorage room;
  __shared__ unsigned total;
  const int i = blockIdx.x * kBlock + threadIdx.x;
  const unsigned mine = i < n ? in[i] : 0;
  const unsigned sum = Reduce(room).Sum(mine);
  if (threadIdx.x == 0) total = sum;
  __syncthreads();
  if (i < n) out[i] = total - mine;
}

__global__ void copy_values(const unsigned* in, unsigned* out, int n) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (i < n) out[i] = in[i];
}

struct Bench {
  std::vector<unsigned> in = std::vector<unsigned>(kCount);
  lockstep::DeviceBuffer<unsigned> from{kCount}, to{kCount};
  double limit_ms = 0;
  bool right = true;

  Bench() {
    for (size_t i = 0; i < in.size(); ++i) in[i] = unsigned(i * 2654435761u);
    from.upload(in);
    limit_ms = median_ms(15, 3, [&] {
      copy_values<<<kBlocks, kBlock>>>(from.data(), to.data(), kCount);
    });
  }

  /// Values of `to` that are not the sum of all others of their group.
  int wrong_values() const {
    const std::vector<unsigned> got = to.download();
    int wrong = 0;
    for (int group = 0; group < kCount; group += kBlock) {
      unsigned sum = 0;
      for (int i = group; i < group + kBlock; ++i) sum += in[i];
      for (int i = group; i < group + kBlock; ++i)
        wrong += got[i] != sum - in[i];
    }
    return wrong;
  }

  template <typename Work>
  void row(const char* name, bool must_be_right, const Work& work) {
    CUDA_CHECK(cudaMemset(to.data(), 0xff, kCount * sizeof(unsigned)));
    work();
    const int wrong = wrong_values();
    const double ms = median_ms(15, 3, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, 1e3 * ms,
                100 * limit_ms / ms);
    if (wrong > 0) {
      std::printf("%s: %d of %d values wrong\n", name, wrong, kCount);
    }
    right = right && (wrong == 0 || !must_be_right);
  }
};

/// True when what is queued has ended within 2 seconds.
bool ends_soon() {
  const auto begin = std::chrono::steady_clock::now();
  while (cudaStreamQuery(nullptr) == cudaErrorNotReady) {
    const auto passed = std::chrono::steady_clock::now() - begin;
    if (passed > std::chrono::seconds(2)) return false;
  }
  return true;
}

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  std::printf("%s, %d values, %d MB read and written; limit: a copy\n",
              device.name, kCount, 2 * kCount / (1 << 18));
  Bench bench;
  const unsigned* in = bench.from.data();
  unsigned* out = bench.to.data();
  bench.row("after", true, [&] { solution::sum_of_others(in, out, kCount); });
  bench.row("the last warp alone", true,
            [&] { last_warp_alone<<<kBlocks, kBlock>>>(in, out, kCount); });
  bench.row("cub::BlockReduce", true,
            [&] { by_cub<<<kBlocks, kBlock>>>(in, out, kCount); });
  const auto before = [&] {
    barrier_in_the_if<<<kBlocks, kBlock>>>(in, out, kCount);
  };
  before();
  CUDA_CHECK(cudaGetLastError());
  if (!ends_soon()) {
    std::printf("before: has not ended after 2 seconds\n");
    std::fflush(stdout);
    std::_Exit(bench.right ? 0 : 1);
  }
  bench.row("before", false, before);
  return bench.right ? 0 : 1;
}
