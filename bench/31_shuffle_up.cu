// SPDX-License-Identifier: MIT
// Lesson 31 on a GPU: 2^27 ints (512 MB), each 1024 neighbours scanned by a
// block. Needs a GPU. From the repository root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/31_shuffle_up \
//     bench/31_shuffle_up.cu -o /tmp/bench31 && /tmp/bench31
// `before` is the scan in shared memory, of mistakes/shared_memory.cu. CUB's
// DeviceScan does more: it scans the whole array. The rows "64 times" take the
// memory out: each block scans 64 times, each time the sums before. The limit
// is a device copy of the array.
#include <cstdio>
#include <cstdlib>
#include <cub/block/block_scan.cuh>
#include <cub/device/device_scan.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/31_shuffle_up/solution.cu"
}

namespace before {
#include "solutions/31_shuffle_up/mistakes/shared_memory.cu"
}

namespace {

constexpr int kThreads = 1024, kTimes = 15, kRepeat = 64, kCount = 1 << 27;

struct ByMemory {
  static __device__ int of(int value) { return before::block_scan(value); }
};
struct ByShuffles {
  static __device__ int of(int value) {
    const int sum = solution::block_scan(value);
    __syncthreads();  // all have read the totals before the next time
    return sum;
  }
};
struct ByCub {
  static __device__ int of(int value) {
    using Scan = cub::BlockScan<int, kThreads>;
    __shared__ Scan::TempStorage storage;
    Scan(storage).InclusiveSum(value, value);
    __syncthreads();
    return value;
  }
};

template <typename Way>
__global__ void scan(const int* in, int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  out[i] = Way::of(in[i]);
}

/// Sums are cut to 16 bits, so that none leaves the range of an int.
template <typename Way>
__global__ void repeat(const int* in, int* out) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int sum = in[i];
  for (int time = 0; time < kRepeat; ++time) sum = Way::of(sum) & 0xffff;
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
  std::printf("%s, %d ints, blocks of %d; limit: a device copy\n", device.name,
              kCount, kThreads);
  std::vector<int> host(kCount), blocks(kCount), whole(kCount);
  for (int i = 0; i < kCount; ++i) {
    host[i] = i % 9 - 3;  // the sum of all is below 2^28
    blocks[i] = host[i] + (i % kThreads > 0 ? blocks[i - 1] : 0);
    whole[i] = host[i] + (i > 0 ? whole[i - 1] : 0);
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
  row("before", blocks, [&] {
    scan<ByMemory><<<kCount / kThreads, kThreads>>>(in.data(), out.data());
  });
  row("after", blocks,
      [&] { solution::scan_blocks(in.data(), out.data(), kCount, kThreads); });
  row("CUB BlockScan", blocks, [&] {
    scan<ByCub><<<kCount / kThreads, kThreads>>>(in.data(), out.data());
  });
  size_t bytes = 0;
  CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.data(),
                                           out.data(), kCount));
  const lockstep::DeviceBuffer<char> scratch(bytes);
  row("CUB DeviceScan, all", whole, [&] {
    size_t room = bytes;
    CUDA_CHECK(cub::DeviceScan::InclusiveSum(scratch.data(), room, in.data(),
                                             out.data(), kCount));
  });

  // 2^20 values in all: 1024 blocks of 1024 threads.
  const auto again = [&](const char* name, auto* kernel) {
    const double ms = median_ms(kTimes, 1, [&] {
      kernel<<<(1 << 20) / kThreads, kThreads>>>(in.data(), out.data());
    });
    std::printf("%-28s %9.1f us\n", name, ms * 1e3);
  };
  again("64 times, shared memory", repeat<ByMemory>);
  again("64 times, shuffles", repeat<ByShuffles>);
  again("64 times, CUB BlockScan", repeat<ByCub>);
}
