// SPDX-License-Identifier: MIT
// 2^24 numbers, or as many as the argument says, sorted by CUB and by Thrust.
#include <thrust/device_vector.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cub/cub.cuh>

#include "check.h"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1 << 24;
  std::vector<unsigned> values(count);
  for (int i = 0; i < count; ++i) values[i] = mixed(i);
  thrust::device_vector<unsigned> in(values), out(count);
  size_t bytes = 0;
  CHECK(cub::DeviceRadixSort::SortKeys(
      nullptr, bytes, thrust::raw_pointer_cast(in.data()),
      thrust::raw_pointer_cast(out.data()), count));
  thrust::device_vector<char> room(bytes);
  CHECK(cub::DeviceRadixSort::SortKeys(
      thrust::raw_pointer_cast(room.data()), bytes,
      thrust::raw_pointer_cast(in.data()), thrust::raw_pointer_cast(out.data()),
      count));
  thrust::sort(in.begin(), in.end());
  std::vector<unsigned> one(count), other(count);
  thrust::copy(out.begin(), out.end(), one.begin());
  thrust::copy(in.begin(), in.end(), other.begin());
  std::sort(values.begin(), values.end());
  return verdict(one == values && other == values);
}
