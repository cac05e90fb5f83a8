// SPDX-License-Identifier: MIT
// CUB's algorithms for a block and a warp, one after the other on the same
// numbers; what each leaves is held to a plain loop.
#pragma once

#include <algorithm>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <functional>
#include <numeric>

#include "support.cuh"

namespace block {

constexpr int kThreads = 128, kEach = 4, kItems = kThreads * kEach;

/// What the block has after each step.
struct Steps {
  int sorted[kItems], falling[kItems], sums[kItems], stored[kItems];
  int total, of_warp[kThreads / 32];
  unsigned bins[256];
};

__device__ void keep(const int (&x)[kEach], int* out) {
  for (int i = 0; i < kEach; ++i) out[threadIdx.x * kEach + i] = x[i];
}

__global__ void run_steps(const int* data, Steps* steps) {
  using Load = cub::BlockLoad<int, kThreads, kEach, cub::BLOCK_LOAD_TRANSPOSE>;
  using Sort = cub::BlockRadixSort<int, kThreads, kEach>;
  using Merge = cub::BlockMergeSort<int, kThreads, kEach>;
  using Scan = cub::BlockScan<int, kThreads>;
  using Reduce = cub::BlockReduce<int, kThreads>;
  using Warp = cub::WarpReduce<int>;
  using Count = cub::BlockHistogram<unsigned char, kThreads, kEach, 256>;
  using Store =
      cub::BlockStore<int, kThreads, kEach, cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ union {
    Load::TempStorage load;
    Sort::TempStorage sort;
    Merge::TempStorage merge;
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
    Warp::TempStorage warp[kThreads / 32];
    Count::TempStorage count;
    Store::TempStorage store;
  } memory;
  int x[kEach], sums[kEach];
  Load(memory.load).Load(data, x);
  __syncthreads();
  Sort(memory.sort).Sort(x);
  keep(x, steps->sorted);
  __syncthreads();
  Merge(memory.merge).Sort(x, [](int a, int b) { return a > b; });
  keep(x, steps->falling);
  __syncthreads();
  Scan(memory.scan).InclusiveSum(x, sums);
  keep(sums, steps->sums);
  __syncthreads();
  const int total = Reduce(memory.reduce).Sum(x);
  if (threadIdx.x == 0) steps->total = total;
  __syncthreads();
  const int warp = threadIdx.x / 32;
  const int of_warp = Warp(memory.warp[warp]).Sum(x[1]);
  if (threadIdx.x % 32 == 0) steps->of_warp[warp] = of_warp;
  __syncthreads();
  unsigned char small[kEach];
  for (int i = 0; i < kEach; ++i) small[i] = static_cast<unsigned char>(x[i]);
  __shared__ unsigned bins[256];
  Count(memory.count).Histogram(small, bins);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += kThreads) steps->bins[i] = bins[i];
  Store(memory.store).Store(steps->stored, x);
}

inline bool equal(const int* found, const std::vector<int>& expected) {
  return std::equal(expected.begin(), expected.end(), found);
}

inline void all() {
  std::vector<int> values = numbers(1000, kItems);
  Device<int> in(values);
  Device<Steps> out(1);
  run_steps<<<1, kThreads>>>(in.data, out.data);
  CUDA_CHECK(cudaGetLastError());
  const std::vector<Steps> copy = out.host(1);
  const Steps& steps = copy[0];
  std::sort(values.begin(), values.end());
  report("block load and radix sort", equal(steps.sorted, values));
  std::reverse(values.begin(), values.end());
  report("block merge sort", equal(steps.falling, values));
  report("block store", equal(steps.stored, values));
  std::vector<int> sums(kItems);
  std::partial_sum(values.begin(), values.end(), sums.begin());
  report("block scan", equal(steps.sums, sums));
  report("block reduce", steps.total == sums.back());
  std::vector<int> of_warp(kThreads / 32), bins(256);
  for (int t = 0; t < kThreads; ++t) of_warp[t / 32] += values[t * kEach + 1];
  report("warp reduce", equal(steps.of_warp, of_warp));
  for (int value : values) ++bins[value % 256];
  report("block histogram", std::equal(bins.begin(), bins.end(), steps.bins,
                                       std::equal_to<unsigned>()));
}

}  // namespace block
