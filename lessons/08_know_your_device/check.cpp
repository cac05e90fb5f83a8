// SPDX-License-Identifier: MIT
// What lesson 08 asks for: on every device as many warps as fit, in one wave.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Goes to a device, and back to device 0 however the case ends.
struct OnDevice {
  explicit OnDevice(int device) {
    REQUIRE(cudaSetDevice(device) == cudaSuccess);
    REQUIRE(cudaGetDeviceProperties(&limits, device) == cudaSuccess);
  }
  ~OnDevice() { cudaSetDevice(0); }
  cudaDeviceProp limits;
};

int whole_warps(int threads) { return (threads + 31) / 32 * 32; }

/// What the limits of the device allow, and that a part of a warp is a warp.
void check_warps(int threads) {
  const OnDevice here(0);
  const int warps = whole_warps(threads) / 32;
  const int got = resident_warps(threads, 1);
  INFO("blocks of ", threads, " threads, ", warps, " warps each");
  CHECK(got > 0);
  CHECK(got % warps == 0);
  CHECK(got == resident_warps(whole_warps(threads), 1));
  CHECK(got <= here.limits.maxThreadsPerMultiProcessor / 32);
  CHECK(got <= here.limits.maxBlocksPerMultiProcessor * warps);
}

void check_look_up(int n, int size) {
  INFO(n, " values, table of ", size);
  std::vector<unsigned short> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * 7919ull % size;
  const auto table = lockstep::distinct_values<float>(size, 2);
  std::vector<float> expected;
  for (const unsigned k : in) expected.push_back(table[k]);
  const DeviceBuffer<unsigned short> from(in);
  const DeviceBuffer<float> values(table), to(n);
  look_up(from.data(), values.data(), size, to.data(), n);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
}

/// Blocks that fit on one multiprocessor, as the emulator says of a launch.
int fitting(int threads, int size) {
  const DeviceBuffer<unsigned short> in(std::vector<unsigned short>{0});
  const DeviceBuffer<float> table(std::vector<float>(size, 1)), out(1);
  const lockstep::Recording recording;
  look_up_as({1, threads}, in.data(), table.data(), size, out.data(), 1);
  out.download();
  return recording.list().at(0).resident_blocks_per_sm;
}

/// Calls test(limits, size, shape) on all devices, with tables of 4 sizes.
template <typename Test>
void on_every_device(Test test) {
  REQUIRE(lockstep::counters_available());
  for (int device = 0; device < 4; ++device) {
    const OnDevice here(device);
    for (int size : {16, 8192, 12000, lockstep::drawn_size(100, 9000, 2)}) {
      INFO(std::string(here.limits.name), ", a table of ", size, " values");
      const Shape shape = choose_shape(1 << 28, size);  // enough for any device
      REQUIRE(shape.threads > 0);
      REQUIRE(shape.threads <= here.limits.maxThreadsPerBlock);
      test(here.limits, size, shape);
    }
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("counts the warps of blocks of 33 threads") { check_warps(33); }
}

TEST_SUITE("awkward") {
  TEST_CASE("counts the warps of any block") {
    for (int threads : {1, 31, 32, 100, 700, 1000, 1024}) check_warps(threads);
    check_warps(lockstep::drawn_size(2, 1023, 2));
  }

  TEST_CASE("looks up any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025, 300000}) check_look_up(n, 5);
    check_look_up(5000, 12000);
    for (int n : {1025, 2 * choose_shape(1025, 5).threads}) {
      const Shape shape = choose_shape(n, 5);
      INFO(n, " values, blocks of ", shape.threads, " threads");
      CHECK(shape.threads % 32 == 0);
      CHECK(shape.blocks == (n + shape.threads - 1) / shape.threads);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("counts what each device holds") {
    on_every_device([](const auto&, int size, Shape shape) {
      for (int t : {96, 200, 1024, shape.threads}) {
        INFO("blocks of ", t, " threads");
        CHECK(resident_warps(t, size) ==
              fitting(t, size) * whole_warps(t) / 32);
      }
    });
  }

  TEST_CASE("fills every device") {
    on_every_device([](const auto& limits, int size, Shape shape) {
      int most = 0;
      for (int t = 32; t <= limits.maxThreadsPerBlock; t += 32) {
        most = std::max(most, fitting(t, size) * t / 32);
      }
      INFO("warps on one multiprocessor, with blocks of ", shape.threads);
      CHECK(fitting(shape.threads, size) * shape.threads / 32 == most);
    });
  }

  TEST_CASE("starts the blocks that fit, and no more") {
    on_every_device([](const auto& limits, int size, Shape shape) {
      const int one = fitting(shape.threads, size);
      INFO(one, " blocks fit on each of ", limits.multiProcessorCount);
      CHECK(shape.blocks == one * limits.multiProcessorCount);
    });
  }
}
