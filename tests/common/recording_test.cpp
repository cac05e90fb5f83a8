// SPDX-License-Identifier: MIT
// common/counters.h on the emulator.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "common/counters.h"
#include "common/device_buffer.h"
#include "tests/common/recording_kernels.h"

using lockstep::DeviceBuffer;
using lockstep::Recording;

TEST_CASE("a recording holds the launches since it began, and no others") {
  REQUIRE(lockstep::counters_available());
  const DeviceBuffer<float> x(std::vector<float>(128, 1)), y(x.download());
  launch_set_one(y.data());
  y.download();
  const Recording recording;
  CHECK(recording.launches() == 0);
  launch_add_scaled(x.data(), y.data());
  launch_add_scaled(x.data(), y.data());
  launch_set_one(y.data());
  y.download();
  CHECK(recording.launches() == 3);
  CHECK(recording.list().size() == 3);
  CHECK(std::string(recording.list()[2].kernel) == "set_one(float*)");
  CHECK(recording.list("add_scaled").size() == 2);
  CHECK(recording.list("add_scaled")[1].grid[0] == 2);

  CHECK(recording.total().global_store.requests == 9);
  CHECK(recording.total("set_one").global_store.requests == 1);
  CHECK(recording.total("add_scaled").global_load.sectors == 64);
  CHECK(recording.instructions("fma.rn.f32") == 8);
  CHECK(recording.instructions("fma.rn.f64") == 0);
  CHECK(recording.traffic(x.data()).loads.sectors == 32);
  CHECK(recording.traffic(x.data()).stores.requests == 0);
  CHECK(recording.traffic(y.data() + 5).stores.requests == 9);
  CHECK(recording.traffic(nullptr).loads.requests == 0);
}

TEST_CASE("an array on the emulator has no fences that could hide an error") {
  REQUIRE(lockstep::counters_available());
  const DeviceBuffer<int> buffer({1, 2});
  CHECK(buffer.fences_intact());
  CHECK(buffer.download() == std::vector<int>{1, 2});
  CHECK(DeviceBuffer<int>(0).data() == nullptr);
}
