// SPDX-License-Identifier: MIT
// Thrust's algorithms and iterators, each held to a plain loop.
#pragma once

#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_scan.h>
#include <thrust/tuple.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "support.cuh"

namespace wide {

using Vector = thrust::device_vector<int>;

inline std::vector<int> host(const Vector& values) {
  std::vector<int> copy(values.size());
  thrust::copy(values.begin(), values.end(), copy.begin());
  return copy;
}

inline void sort(int n) {
  std::vector<int> expected = numbers(100000, n);
  Vector values(expected.begin(), expected.end());
  thrust::sort(values.begin(), values.end(), thrust::greater<int>());
  std::sort(expected.begin(), expected.end(), std::greater<int>());
  report("sort", host(values) == expected);
}

inline void sort_by_key(int n) {
  std::vector<int> keys = numbers(100, n), places(n);
  std::iota(places.begin(), places.end(), 0);
  Vector by(keys.begin(), keys.end()), values(places.begin(), places.end());
  thrust::sort_by_key(by.begin(), by.end(), values.begin());
  std::stable_sort(places.begin(), places.end(),
                   [&](int a, int b) { return keys[a] < keys[b]; });
  std::sort(keys.begin(), keys.end());
  report("sort_by_key", host(by) == keys && host(values) == places);
}

inline void reduce_by_key(int n) {
  const std::vector<int> keys = numbers(5, n), values = numbers(100, n);
  const Vector in_keys(keys.begin(), keys.end());
  const Vector in(values.begin(), values.end());
  Vector out_keys(n), out(n);
  const auto ends =
      thrust::reduce_by_key(in_keys.begin(), in_keys.end(), in.begin(),
                            out_keys.begin(), out.begin());
  std::vector<int> heads, sums;
  for (int i = 0; i < n; ++i) {
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

struct Square {  // of the last two digits
  __host__ __device__ int operator()(int x) const {
    return x % 100 * (x % 100);
  }
};

inline void transform_scan(int n) {
  std::vector<int> expected = numbers(50, n);
  const Vector in(expected.begin(), expected.end());
  Vector out(n);
  thrust::transform_inclusive_scan(in.begin(), in.end(), out.begin(), Square(),
                                   thrust::plus<int>());
  int sum = 0;
  for (int& value : expected) value = sum += value * value;
  report("transform_inclusive_scan", host(out) == expected);
}

/// No memory is read: the numbers from 0 on are counted and squared.
inline void counted(int n) {
  const auto first = thrust::make_transform_iterator(
      thrust::make_counting_iterator(0), Square());
  int expected = 0;
  for (int i = 0; i < n; ++i) expected += Square()(i);
  report("counting_iterator", thrust::reduce(first, first + n) == expected);
}

struct Weigh {
  __host__ __device__ int operator()(
      const thrust::tuple<int, int, int>& of) const {
    return thrust::get<0>(of) * thrust::get<1>(of) - thrust::get<2>(of);
  }
};

inline void zipped(int n) {
  const std::vector<int> a = numbers(1000, n), b = numbers(77, n);
  const Vector left(a.begin(), a.end()), right(b.begin(), b.end());
  Vector out(n);
  const auto first = thrust::make_zip_iterator(
      left.begin(), right.begin(), thrust::make_counting_iterator(0));
  thrust::transform(first, first + n, out.begin(), Weigh());
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = a[i] * b[i] - i;
  report("zip_iterator", host(out) == expected);
}

inline void all() {
  for (const int n : kCounts) {
    std::printf("thrust, %d numbers\n", n);
    sort(n);
    sort_by_key(n);
    reduce_by_key(n);
    transform_scan(n);
    counted(n);
    zipped(n);
  }
}

}  // namespace wide
