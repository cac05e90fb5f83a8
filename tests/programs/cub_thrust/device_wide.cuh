// SPDX-License-Identifier: MIT
// CUB's algorithms for a whole device, each held to a plain loop.
#pragma once

#include <algorithm>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_partition.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <functional>
#include <numeric>

#include "support.cuh"

namespace device {

/// Calls one of CUB's functions twice: for the size of its memory, and to work.
template <class Call>
void with_memory(Call call) {
  size_t bytes = 0;
  CUDA_CHECK(call(nullptr, bytes));
  Device<char> memory(bytes + 1);
  CUDA_CHECK(call(memory.data, bytes));
  CUDA_CHECK(cudaDeviceSynchronize());
}

inline void reduce(const std::vector<int>& values) {
  const int n = size(values);
  Device<int> in(values), out(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, in.data, out.data, n);
  });
  report("reduce",
         out.host(1)[0] == std::accumulate(values.begin(), values.end(), 0));
}

inline void scan(const std::vector<int>& values) {
  const int n = size(values);
  Device<int> in(values), out(n);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, in.data, out.data, n);
  });
  std::vector<int> expected(n);
  std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0);
  report("exclusive scan", out.host(n) == expected);
}

inline void sort(const std::vector<int>& values) {
  const int n = size(values);
  std::vector<float> places(n);
  std::iota(places.begin(), places.end(), 0.0f);
  Device<int> keys(values), sorted(n);
  Device<float> in(places), out(n);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, keys.data,
                                           sorted.data, in.data, out.data, n);
  });
  std::stable_sort(places.begin(), places.end(), [&](float a, float b) {
    return values[static_cast<int>(a)] < values[static_cast<int>(b)];
  });
  std::vector<int> expected(values);
  std::sort(expected.begin(), expected.end());
  report("radix sort", out.host(n) == places && sorted.host(n) == expected);
}

/// Bins 20 wide over [0, 1000): of T every value is exact.
template <class T>
void histogram(const char* name, const std::vector<int>& values) {
  const int n = size(values);
  constexpr int kBins = 50;
  Device<T> in(std::vector<T>(values.begin(), values.end()));
  Device<int> bins(kBins);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(
        memory, bytes, in.data, bins.data, kBins + 1, T(0), T(1000), n);
  });
  std::vector<int> expected(kBins);
  for (int value : values) ++expected[value / 20];
  report(name, bins.host(kBins) == expected);
}

struct IsOdd {
  __host__ __device__ bool operator()(int value) const {
    return value % 2 != 0;
  }
};

inline void select(const std::vector<int>& values) {
  const int n = size(values);
  Device<int> in(values), out(n), count(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, in.data, out.data, count.data,
                                 n, IsOdd());
  });
  std::vector<int> expected;
  std::copy_if(values.begin(), values.end(), std::back_inserter(expected),
               IsOdd());
  report("select", count.host(1)[0] == static_cast<int>(expected.size()) &&
                       out.host(expected.size()) == expected);
}

inline void encode(const std::vector<int>& values) {
  const int n = size(values);
  Device<int> in(values), runs(n), lengths(n), count(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(memory, bytes, in.data, runs.data,
                                              lengths.data, count.data, n);
  });
  std::vector<int> heads, sizes;
  for (int value : values) {
    if (heads.empty() || heads.back() != value) {
      heads.push_back(value);
      sizes.push_back(0);
    }
    ++sizes.back();
  }
  const size_t found = heads.size();
  report("run lengths", count.host(1)[0] == static_cast<int>(found) &&
                            runs.host(found) == heads &&
                            lengths.host(found) == sizes);
}

inline void least(const std::vector<int>& values) {
  const int n = size(values);
  Device<float> in(std::vector<float>(values.begin(), values.end())), value(1);
  Device<int> place(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceReduce::ArgMin(memory, bytes, in.data, value.data,
                                     place.data, n);
  });
  const auto first = std::min_element(values.begin(), values.end());
  report("place of the least",
         value.host(1)[0] == static_cast<float>(*first) &&
             place.host(1)[0] == static_cast<int>(first - values.begin()));
}

inline void merge(std::vector<int> values) {
  const int n = size(values);
  Device<int> keys(values);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceMergeSort::SortKeys(memory, bytes, keys.data, n,
                                          cuda::std::less<int>());
  });
  std::sort(values.begin(), values.end());
  report("merge sort", keys.host(n) == values);
}

/// The odd ones in order, then the others from the end.
inline void partition(const std::vector<int>& values) {
  const int n = size(values);
  Device<int> in(values), out(n), count(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DevicePartition::If(memory, bytes, in.data, out.data,
                                    count.data, n, IsOdd());
  });
  std::vector<int> expected(n);
  const auto ends =
      std::partition_copy(values.begin(), values.end(), expected.begin(),
                          expected.rbegin(), IsOdd());
  report("partition", out.host(n) == expected &&
                          count.host(1)[0] == ends.first - expected.begin());
}

/// Segments of many lengths, an empty one among them.
inline void segments(const std::vector<int>& values) {
  const int n = size(values);
  std::vector<int> ends = {0, 0, 1, n / 30, n / 10, n / 10, n / 2, n};
  const int count = static_cast<int>(ends.size()) - 1;
  Device<int> in(values), out(count), places(ends);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceSegmentedReduce::Sum(memory, bytes, in.data, out.data,
                                           count, places.data, places.data + 1);
  });
  std::vector<int> expected;
  for (int i = 0; i < count; ++i)
    expected.push_back(std::accumulate(values.begin() + ends[i],
                                       values.begin() + ends[i + 1], 0));
  report("sums of segments", out.host(count) == expected);
}

inline void all() {
  for (const int n : kCounts) {
    std::printf("cub, %d numbers\n", n);
    const std::vector<int> values = numbers(1000, n);
    reduce(values);
    least(values);
    scan(values);
    sort(values);
    merge(values);
    histogram<int>("histogram", values);
    histogram<float>("histogram of floats", values);
    select(values);
    partition(values);
    encode(numbers(3, n));
    segments(values);
  }
}

}  // namespace device
