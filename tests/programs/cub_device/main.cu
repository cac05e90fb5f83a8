// SPDX-License-Identifier: MIT
// CUB's algorithms for a whole device, each held to a plain loop.
#include <algorithm>
#include <cstdio>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <vector>

#include "common/cuda_check.h"

namespace {

constexpr int kCount = 10007;  // no multiple of anything

/// Device memory that frees itself.
template <class T>
struct Device {
  explicit Device(size_t n) : count(n) {
    CUDA_CHECK(cudaMalloc(&data, n * sizeof(T)));
  }
  explicit Device(const std::vector<T>& values) : Device(values.size()) {
    CUDA_CHECK(cudaMemcpy(data, values.data(), count * sizeof(T),
                          cudaMemcpyHostToDevice));
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device() { CUDA_CHECK(cudaFree(data)); }
  std::vector<T> host(size_t n) const {
    std::vector<T> values(n);
    CUDA_CHECK(
        cudaMemcpy(values.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T* data = nullptr;
  size_t count;
};

/// Calls one of CUB's functions twice: for the size of its memory, and to work.
template <class Call>
void with_memory(Call call) {
  size_t bytes = 0;
  CUDA_CHECK(call(nullptr, bytes));
  Device<char> memory(bytes + 1);
  CUDA_CHECK(call(memory.data, bytes));
  CUDA_CHECK(cudaDeviceSynchronize());
}

void report(const char* name, bool right) {
  std::printf("%s: %s\n", name, right ? "right" : "WRONG");
}

std::vector<int> numbers(int limit) {
  std::vector<int> values(kCount);
  unsigned state = 1;
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 8) % limit;
  }
  return values;
}

void reduce(const std::vector<int>& values) {
  Device<int> in(values), out(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, in.data, out.data, kCount);
  });
  report("reduce",
         out.host(1)[0] == std::accumulate(values.begin(), values.end(), 0));
}

void scan(const std::vector<int>& values) {
  Device<int> in(values), out(kCount);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceScan::ExclusiveSum(memory, bytes, in.data, out.data,
                                         kCount);
  });
  std::vector<int> expected(kCount);
  std::exclusive_scan(values.begin(), values.end(), expected.begin(), 0);
  report("exclusive scan", out.host(kCount) == expected);
}

void sort(const std::vector<int>& values) {
  std::vector<int> places(kCount);
  std::iota(places.begin(), places.end(), 0);
  Device<int> keys(values), sorted(kCount), in(places), out(kCount);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(
        memory, bytes, keys.data, sorted.data, in.data, out.data, kCount);
  });
  std::stable_sort(places.begin(), places.end(),
                   [&](int a, int b) { return values[a] < values[b]; });
  report("radix sort", out.host(kCount) == places);
}

void histogram(const std::vector<int>& values) {
  constexpr int kBins = 50;
  Device<int> in(values), bins(kBins);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceHistogram::HistogramEven(
        memory, bytes, in.data, bins.data, kBins + 1, 0, 1000, kCount);
  });
  std::vector<int> expected(kBins);
  for (int value : values) ++expected[value / 20];
  report("histogram", bins.host(kBins) == expected);
}

struct IsOdd {
  __host__ __device__ bool operator()(int value) const {
    return value % 2 != 0;
  }
};

void select(const std::vector<int>& values) {
  Device<int> in(values), out(kCount), count(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, in.data, out.data, count.data,
                                 kCount, IsOdd());
  });
  std::vector<int> expected;
  std::copy_if(values.begin(), values.end(), std::back_inserter(expected),
               IsOdd());
  report("select", count.host(1)[0] == static_cast<int>(expected.size()) &&
                       out.host(expected.size()) == expected);
}

void encode(const std::vector<int>& values) {
  Device<int> in(values), runs(kCount), lengths(kCount), count(1);
  with_memory([&](void* memory, size_t& bytes) {
    return cub::DeviceRunLengthEncode::Encode(memory, bytes, in.data, runs.data,
                                              lengths.data, count.data, kCount);
  });
  std::vector<int> heads, sizes;
  for (int value : values) {
    if (heads.empty() || heads.back() != value) {
      heads.push_back(value);
      sizes.push_back(0);
    }
    ++sizes.back();
  }
  const size_t n = heads.size();
  report("run lengths", count.host(1)[0] == static_cast<int>(n) &&
                            runs.host(n) == heads && lengths.host(n) == sizes);
}

}  // namespace

int main() {
  const std::vector<int> values = numbers(1000);
  reduce(values);
  scan(values);
  sort(values);
  histogram(values);
  select(values);
  encode(numbers(3));
}
