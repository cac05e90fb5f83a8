// SPDX-License-Identifier: MIT
// Prefix sums of 2^24 numbers, by CUB and by Thrust.
#include <thrust/device_vector.h>
#include <thrust/scan.h>

#include <cub/cub.cuh>

#include "check.h"

int main() {
  constexpr int kCount = 1 << 24;
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = int(mixed(i) % 100);
  const thrust::device_vector<int> in(values);
  thrust::device_vector<int> first(kCount), second(kCount);
  size_t bytes = 0;
  CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.begin(), first.begin(),
                                      kCount));
  thrust::device_vector<char> room(bytes);
  CHECK(cub::DeviceScan::InclusiveSum(thrust::raw_pointer_cast(room.data()),
                                      bytes, in.begin(), first.begin(),
                                      kCount));
  thrust::inclusive_scan(in.begin(), in.end(), second.begin());
  std::vector<int> one(kCount), other(kCount);
  thrust::copy(first.begin(), first.end(), one.begin());
  thrust::copy(second.begin(), second.end(), other.begin());
  bool right = one == other;
  int sum = 0;
  for (int i = 0; i < kCount; ++i)
    right = right && (sum += values[i]) == one[i];
  return verdict(right);
}
