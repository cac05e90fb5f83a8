// SPDX-License-Identifier: MIT
// The sum of 2^24 numbers, by CUB and by Thrust.
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

#include <cub/cub.cuh>

#include "check.h"

int main() {
  constexpr int kCount = 1 << 24;
  std::vector<int> values(kCount);
  long long expected = 0;
  for (int i = 0; i < kCount; ++i) {
    values[i] = int(mixed(i) % 100);
    expected += values[i];
  }
  const thrust::device_vector<int> in(values);
  thrust::device_vector<int> sum(1);
  size_t bytes = 0;
  CHECK(
      cub::DeviceReduce::Sum(nullptr, bytes, in.begin(), sum.begin(), kCount));
  thrust::device_vector<char> room(bytes);
  CHECK(cub::DeviceReduce::Sum(thrust::raw_pointer_cast(room.data()), bytes,
                               in.begin(), sum.begin(), kCount));
  const int other = thrust::reduce(in.begin(), in.end());
  return verdict(sum[0] == expected && other == expected);
}
