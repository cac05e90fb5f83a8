// SPDX-License-Identifier: MIT
// Lesson 33 on a GPU: a tree in shared memory, the solution, and
// cub::BlockReduce, for 2^27 ints in blocks of 256 and of 1024 threads, 64
// calls in a row. From the root:
//   nvcc -O3 -std=c++17 -arch=native -I. -Ilessons/33_block_reduce
//     bench/33_block_reduce.cu -o /tmp/bench33 && /tmp/bench33
// A row is the median time of 15 runs, and the share of the least time: that
// of a device copy. Exit code 1 when a result is wrong.
#include <climits>
#include <cstdio>
#include <cub/block/block_reduce.cuh>
#include <vector>

#include "bench/timing.h"
#include "common/cuda_check.h"
#include "common/device_buffer.h"
#include "lesson.h"

namespace solution {
#include "solutions/33_block_reduce/solution.cu"
}
namespace tree {
#include "solutions/33_block_reduce/mistakes/tree_in_shared_memory.cu"
}

namespace {

constexpr int kTimes = 15, kRows = 64, kColumns = 1 << 21;
constexpr size_t kCount = size_t{kRows} * kColumns;

struct Tree {
  __device__ int operator()(int value) const {
    return tree::block_reduce(solution::Sum(), value);
  }
};
struct Solution {
  __device__ int operator()(int value) const {
    return solution::block_reduce(solution::Sum(), value);
  }
};
template <int kThreads>
struct Library {
  __device__ int operator()(int value) const {
    using Block = cub::BlockReduce<int, kThreads>;
    __shared__ typename Block::TempStorage storage;
    __shared__ int result;
    value = Block(storage).Sum(value);
    if (threadIdx.x == 0) result = value;
    __syncthreads();
    return result;
  }
};

/// The loop of the lesson, with another way to reduce a block.
template <typename Reduce>
__global__ void rows(const int* in, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < kRows; ++r) {
    out[r * kColumns + i] = Reduce()(in[r * kColumns + i]);
  }
}

struct Bench {
  std::vector<int> values = std::vector<int>(kCount);
  lockstep::DeviceBuffer<int> in{kCount}, out{kCount};
  double limit_ms = 0;
  bool right = true;

  Bench() {
    for (size_t i = 0; i < kCount; ++i) values[i] = int(i * 7919 % 15) - 7;
    in.upload(values);
    limit_ms = median_ms(kTimes, 1, [&] {
      CUDA_CHECK(cudaMemcpyAsync(out.data(), in.data(), kCount * sizeof(int),
                                 cudaMemcpyDeviceToDevice));
    });
  }

  template <typename Reduce>
  void row(const char* name, int threads) {
    CUDA_CHECK(cudaMemset(out.data(), 0x55, kCount * sizeof(int)));
    const auto work = [&] {
      rows<Reduce><<<kColumns / threads, threads>>>(in.data(), out.data());
    };
    work();
    const std::vector<int> got = out.download();
    for (size_t first = 0; first < kCount; first += threads) {
      int sum = 0;
      for (int t = 0; t < threads; ++t) sum += values[first + t];
      for (int t = 0; t < threads; ++t) right = right && got[first + t] == sum;
    }
    const double ms = median_ms(kTimes, 1, work);
    std::printf("%-28s %9.1f us %5.0f %%\n", name, 1e3 * ms,
                100 * limit_ms / ms);
  }
};

}  // namespace

int main() {
  cudaDeviceProp device{};
  CUDA_CHECK(cudaGetDeviceProperties(&device, 0));
  Bench bench;
  std::printf(
      "%s, 2^27 ints in and out, 64 calls per block; limit: a copy, %.1f us\n",
      device.name, 1e3 * bench.limit_ms);
  bench.row<Tree>("before", 256);
  bench.row<Solution>("after", 256);
  bench.row<Library<256>>("cub::BlockReduce", 256);
  bench.row<Tree>("before, 1024 threads", 1024);
  bench.row<Solution>("after, 1024 threads", 1024);
  bench.row<Library<1024>>("CUB, 1024 threads", 1024);
  if (!bench.right) std::printf("WRONG\n");
  return bench.right ? 0 : 1;
}
