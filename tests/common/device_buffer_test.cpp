// SPDX-License-Identifier: MIT
// The device array, on a runtime without counters: as on a GPU.
#include "common/device_buffer.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

using lockstep::DeviceBuffer;

TEST_CASE("a new array holds NaN or -1") {
  for (float value : DeviceBuffer<float>(5).download()) {
    CHECK(std::isnan(value));
  }
  CHECK(DeviceBuffer<int>(2).download() == std::vector<int>{-1, -1});
}

TEST_CASE("values come back as they went") {
  const DeviceBuffer<int> buffer({3, 1, 2});
  CHECK(buffer.size() == 3);
  CHECK(buffer.download() == std::vector<int>{3, 1, 2});
  CHECK(buffer.fences_intact());
  CHECK(reinterpret_cast<uintptr_t>(buffer.data()) % alignof(double) == 0);
}

TEST_CASE("an array of nothing is fine") {
  const DeviceBuffer<double> buffer(0);
  CHECK(buffer.download().empty());
  CHECK(buffer.fences_intact());
}

TEST_CASE("a write beside the array breaks a fence") {
  DeviceBuffer<int> behind(3), before(3), far(3);
  behind.data()[3] = 0;
  before.data()[-1] = 0;
  far.data()[3 + 63] = 0;
  CHECK_FALSE(behind.fences_intact());
  CHECK_FALSE(before.fences_intact());
  CHECK_FALSE(far.fences_intact());
}

TEST_CASE("a failed call throws and says which") {
  CHECK_THROWS_WITH_AS(DeviceBuffer<char>(size_t{1} << 50),
                       "cudaMalloc: cudaErrorName: what it means",
                       lockstep::CallFailed);
  DeviceBuffer<int> buffer(2);
  CHECK_THROWS_AS(buffer.upload({1, 2, 3}), lockstep::CallFailed);
}
