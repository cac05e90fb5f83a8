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
  const SimtLaunch scaled = recording.list("add_scaled")[0];
  CHECK(4 * scaled.busiest_warp_instructions ==
        scaled.counters.warp_instructions);
  CHECK(scaled.busiest_warp_block[0] + scaled.busiest_warp == 0);

  CHECK(recording.total().global_store.requests == 9);
  CHECK(recording.total("set_one").global_store.requests == 1);
  CHECK(recording.total("add_scaled").global_load.sectors == 64);
  CHECK(recording.instructions("fma.rn.f32") == 8);
  CHECK(recording.instructions("fma.rn.f64") == 0);
  CHECK(recording.instructions("fma.*") == 8);
  CHECK(recording.instructions("fma") == 0);
  CHECK(recording.traffic(x.data()).loads.sectors == 32);
  CHECK(recording.traffic(x.data()).stores.requests == 0);
  CHECK(recording.traffic(y.data() + 5).stores.requests == 9);
  CHECK(recording.traffic(nullptr).loads.requests == 0);
}

TEST_CASE("what releases to the system is counted whatever its mnemonic") {
  const DeviceBuffer<float> y(std::vector<float>(32, 0));
  const Recording recording;
  launch_release(y.data());
  y.download();
  CHECK(recording.total().system_releases == 7);
}

TEST_CASE("products are counted by what makes them, not by its name") {
  const DeviceBuffer<float> y(std::vector<float>(128, 1));
  const Recording recording;
  launch_multiply(y.data());
  y.download();
  CHECK(recording.total().float_multiplies == 2 * (32 + 8 + 64));
  CHECK(recording.total().matrix_multiplies == 2 * (16 * 8 * 8 + 16 * 16 * 16));
}

TEST_CASE("atomics are seen among what is read and written") {
  const DeviceBuffer<float> y(std::vector<float>(256, 1));
  const Recording recording;
  launch_add_apart(y.data());
  CHECK(y.download()[248] == 2);
  const SimtCounters all = recording.total();
  CHECK(all.global_atomic.requests == 1);
  CHECK(all.global_atomic.sectors == 32);
  CHECK(all.global_atomic.ideal_sectors == 4);
  CHECK(all.global_read.sectors == 32);
  CHECK(all.global_write.sectors == 32);
  CHECK(all.global_load.requests + all.global_store.requests == 0);
  CHECK(recording.traffic(y.data()).loads.bytes == 128);
  CHECK(recording.traffic(y.data()).stores.bytes == 128);
  CHECK(all.shared_atomic.wavefronts == 32);
  CHECK(all.shared_atomic.ideal_wavefronts == 1);
  CHECK(all.shared_atomic.bank_conflicts == 31);
  CHECK(all.shared.requests == all.shared_load.requests + 2);
}

TEST_CASE("reads through a texture are seen among what is read") {
  const DeviceBuffer<float> x(std::vector<float>(256, 3)), y(32);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = x.data();
  resource.res.linear.desc = {32, 0, 0, 0, cudaChannelFormatKindFloat};
  resource.res.linear.sizeInBytes = 256 * sizeof(float);
  cudaTextureDesc how{};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  REQUIRE(cudaCreateTextureObject(&texture, &resource, &how, nullptr) ==
          cudaSuccess);
  const Recording recording;
  launch_read_texels(texture, y.data());
  CHECK(y.download() == std::vector<float>(32, 3));
  const SimtCounters all = recording.total();
  CHECK(all.texture_load.requests == 1);
  CHECK(all.texture_load.sectors == 32);
  CHECK(all.texture_load.ideal_sectors == 4);
  CHECK(all.texture_load.bytes == 128);
  CHECK(all.global_read.sectors == 32);
  CHECK(all.global_load.requests == 0);
  CHECK(recording.traffic(x.data()).loads.sectors == 32);
  cudaDestroyTextureObject(texture);
}

TEST_CASE("an array on the emulator has no fences that could hide an error") {
  REQUIRE(lockstep::counters_available());
  const DeviceBuffer<int> buffer({1, 2});
  CHECK(buffer.fences_intact());
  CHECK(buffer.download() == std::vector<int>{1, 2});
  CHECK(DeviceBuffer<int>(0).data() == nullptr);
}

TEST_CASE("a check shows an error of the runtime by its name") {
  const doctest::detail::Result failed =
      doctest::detail::ExpressionDecomposer(doctest::assertType::DT_CHECK)
          << cudaErrorStreamCaptureInvalidated ==
      cudaSuccess;
  CHECK_FALSE(failed.m_passed);
  CHECK(failed.m_decomp == "cudaErrorStreamCaptureInvalidated == cudaSuccess");
}
