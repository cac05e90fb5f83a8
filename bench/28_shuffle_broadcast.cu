// SPDX-License-Identifier: MIT
// Lesson 28 on a GPU: 4096 rows of 16,384 samples, half of them above the
// limit. Needs a GPU. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/28_shuffle_broadcast \
//     bench/28_shuffle_broadcast.cu -o /tmp/bench28 && /tmp/bench28
// `before` is the exercise as given, with one atomic per sample that is kept.
// The rows "one list" append all places to a single list: there the compiler
// sees that all lanes add to the same word. The limit reads each sample and
// stores each kept place once, at the speed of a device copy. Each time holds
// that of setting the sizes to 0.
#include <thrust/iterator/counting_iterator.h>

#include <cstdio>
#include <cstdlib>
#include <cub/device/device_select.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/28_shuffle_broadcast/solution.cu"
}

namespace {

constexpr int kRows = 4096, kWidth = 16384, kLimit = 0, kTimes = 15;
constexpr size_t kCount = size_t(kRows) * kWidth;

/// The exercise as it is given.
__global__ void one_atomic_per_sample(const int* samples, int* lists,
                                      int* sizes, int rows, int width,
                                      int limit) {
  const int lane = threadIdx.x;
  const int row = blockIdx.x * solution::kWarps + threadIdx.y;
  for (int round = 0; round < solution::kRounds; ++round) {
    const int column = (blockIdx.y * solution::kRounds + round) * 32 + lane;
    const bool here = row < rows && column < width;
    const int sample = here ? samples[row * width + column] : 0;
#include "solutions/28_shuffle_broadcast/mistakes/one_atomic_per_sample.cu"
  }
}

/// One list for all: the address of its size is the same in every thread.
__global__ void one_list_as_written(const int* samples, int* list, int* size,
                                    int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (samples[i] > limit) list[atomicAdd(size, 1)] = i;
}

__global__ void one_list_by_hand(const int* samples, int* list, int* size,
                                 int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  const bool keep = samples[i] > limit;
  const unsigned kept = __ballot_sync(0xffffffff, keep);
  if (kept == 0) return;
  const int leader = __ffs(kept) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(size, __popc(kept));
  first = __shfl_sync(0xffffffff, first, leader);
  if (keep) list[first + __popc(kept & ((1u << lane) - 1))] = i;
}

struct AboveLimit {
  const int* samples;
  __device__ bool operator()(int i) const { return samples[i] > kLimit; }
};

/// Milliseconds to read `bytes` and to write as many, by a device copy.
double copy_ms(size_t bytes) {
  const lockstep::DeviceBuffer<char> from(bytes), to(bytes);
  CUDA_CHECK(cudaMemset(from.data(), 0, bytes));
  return median_ms(kTimes, 1, [&] {
    CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes,
                               cudaMemcpyDeviceToDevice));
  });
}

struct Bench {
  std::vector<int> host = std::vector<int>(kCount);
  lockstep::DeviceBuffer<int> samples{kCount}, lists{kCount}, sizes{kRows};
  std::vector<int> kept = std::vector<int>(kRows);             // per row
  std::vector<long long> sum = std::vector<long long>(kRows);  // of the places
  long long all_kept = 0, all_sum = 0;
  double limit_ms = 0;

  Bench() {
    unsigned random = 28;
    for (size_t i = 0; i < kCount; ++i) {
      random = random * 1664525u + 1013904223u;
      host[i] = static_cast<int>(random);
      if (host[i] <= kLimit) continue;
      ++kept[i / kWidth];
      sum[i / kWidth] += i % kWidth;
      ++all_kept;
      all_sum += static_cast<long long>(i);
    }
    samples.upload(host);
    const size_t bytes = (kCount + all_kept) * sizeof(int);
    limit_ms = copy_ms(bytes / 2);
  }

  void clear() const {
    CUDA_CHECK(cudaMemsetAsync(sizes.data(), 0, kRows * sizeof(int)));
  }

  void row(const char* name, double ms) const {
    std::printf("%-28s %9.1f us %5.0f %%\n", name, ms * 1e3,
                100 * limit_ms / ms);
  }

  void must(bool right, const char* name) const {
    if (right) return;
    std::printf("%s: WRONG\n", name);
    std::exit(1);
  }

  template <typename Work>
  void per_row(const char* name, const Work& work) const {
    clear();
    work();
    const std::vector<int> got = lists.download(), size = sizes.download();
    bool right = size == kept;
    for (int r = 0; right && r < kRows; ++r) {
      long long places = 0;
      for (int k = 0; k < size[r]; ++k) places += got[size_t(r) * kWidth + k];
      right = places == sum[r];
    }
    must(right, name);
    row(name, median_ms(kTimes, 1, [&] { clear(), work(); }));
  }

  template <typename Work>
  void one_list(const char* name, const Work& work) const {
    clear();
    work();
    const std::vector<int> got = lists.download();
    long long places = 0;
    for (long long k = 0; k < all_kept; ++k) places += got[k];
    must(sizes.download()[0] == all_kept && places == all_sum, name);
    row(name, median_ms(kTimes, 1, [&] { clear(), work(); }));
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  const Bench bench;
  std::printf(
      "%s, %d rows of %d samples, %lld kept; limit: copy of the bytes read and "
      "written\n",
      device.name, kRows, kWidth, bench.all_kept);
  const int* samples = bench.samples.data();
  int *lists = bench.lists.data(), *sizes = bench.sizes.data();
  bench.per_row("before", [&] {
    const dim3 grid(kRows / solution::kWarps,
                    kWidth / (32 * solution::kRounds));
    one_atomic_per_sample<<<grid, dim3(32, solution::kWarps)>>>(
        samples, lists, sizes, kRows, kWidth, kLimit);
    CUDA_CHECK(cudaGetLastError());
  });
  bench.per_row("after", [&] {
    solution::append_above(samples, lists, sizes, kRows, kWidth, kLimit);
  });
  bench.one_list("one list, as written", [&] {
    one_list_as_written<<<kCount / 256, 256>>>(samples, lists, sizes, kLimit);
    CUDA_CHECK(cudaGetLastError());
  });
  bench.one_list("one list, by hand", [&] {
    one_list_by_hand<<<kCount / 256, 256>>>(samples, lists, sizes, kLimit);
    CUDA_CHECK(cudaGetLastError());
  });
  size_t bytes = 0;
  const thrust::counting_iterator<int> places(0);
  const AboveLimit above{samples};
  CUDA_CHECK(cub::DeviceSelect::If(nullptr, bytes, places, lists, sizes,
                                   int(kCount), above));
  const lockstep::DeviceBuffer<char> scratch(bytes);
  bench.one_list("CUB DeviceSelect, one list", [&] {
    CUDA_CHECK(cub::DeviceSelect::If(scratch.data(), bytes, places, lists,
                                     sizes, int(kCount), above));
  });
}
