// SPDX-License-Identifier: MIT
// Prefix sums of 2^24 numbers, or as many as the argument says, by CUB and by
// Thrust.
#include <thrust/device_vector.h>
#include <thrust/scan.h>

#include <cub/cub.cuh>

#include "check.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1 << 24;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i) values[i] = int(mixed(i) % 100);
  const thrust::device_vector<int> in(values);
  thrust::device_vector<int> first(count), second(count);
  size_t bytes = 0;
  CHECK(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.begin(), first.begin(),
                                      count));
  thrust::device_vector<char> room(bytes);
  CHECK(cub::DeviceScan::InclusiveSum(thrust::raw_pointer_cast(room.data()),
                                      bytes, in.begin(), first.begin(), count));
  thrust::inclusive_scan(in.begin(), in.end(), second.begin());
  std::vector<int> one(count), other(count);
  thrust::copy(first.begin(), first.end(), one.begin());
  thrust::copy(second.begin(), second.end(), other.begin());
  bool right = one == other;
  int sum = 0;
  for (int i = 0; i < count; ++i) right = right && (sum += values[i]) == one[i];
  return verdict(right);
}
