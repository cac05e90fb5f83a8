// SPDX-License-Identifier: MIT
// Thrust: sort, reduce_by_key and transform_scan, each held to a plain loop.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform_scan.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

constexpr int kCount = 5003;

void report(const char* name, bool right) {
  std::printf("%s: %s\n", name, right ? "right" : "WRONG");
}

std::vector<int> numbers(int limit) {
  std::vector<int> values(kCount);
  unsigned state = 7;
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 8) % limit;
  }
  return values;
}

std::vector<int> host(const thrust::device_vector<int>& values) {
  std::vector<int> copy(values.size());
  thrust::copy(values.begin(), values.end(), copy.begin());
  return copy;
}

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

void sort() {
  std::vector<int> expected = numbers(100000);
  thrust::device_vector<int> values(expected.begin(), expected.end());
  thrust::sort(values.begin(), values.end(), thrust::greater<int>());
  std::sort(expected.begin(), expected.end(), std::greater<int>());
  report("sort", host(values) == expected);
}

void reduce_by_key() {
  std::vector<int> keys = numbers(5), values = numbers(100);
  thrust::device_vector<int> in_keys(keys.begin(), keys.end());
  thrust::device_vector<int> in(values.begin(), values.end());
  thrust::device_vector<int> out_keys(kCount), out(kCount);
  const auto ends =
      thrust::reduce_by_key(in_keys.begin(), in_keys.end(), in.begin(),
                            out_keys.begin(), out.begin());
  std::vector<int> heads, sums;
  for (int i = 0; i < kCount; ++i) {
    if (heads.empty() || heads.back() != keys[i]) {
      heads.push_back(keys[i]);
      sums.push_back(0);
    }
    sums.back() += values[i];
  }
  out_keys.resize(ends.first - out_keys.begin());
  out.resize(ends.second - out.begin());
  report("reduce_by_key", host(out_keys) == heads && host(out) == sums);
}

void transform_scan() {
  std::vector<int> expected = numbers(50);
  thrust::device_vector<int> in(expected.begin(), expected.end());
  thrust::device_vector<int> out(kCount);
  thrust::transform_inclusive_scan(in.begin(), in.end(), out.begin(), Square(),
                                   thrust::plus<int>());
  int sum = 0;
  for (int& value : expected) value = sum += value * value;
  report("transform_scan", host(out) == expected);
}

}  // namespace

int main() {
  sort();
  reduce_by_key();
  transform_scan();
}
