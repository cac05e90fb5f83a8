// SPDX-License-Identifier: MIT
// What lesson 39 asks for: one cooperative launch whose threads keep their
// values, so that x moves once, and a grid that fits on any device.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr int kSalt = 39;

std::vector<unsigned> after(std::vector<unsigned> x, int steps) {
  for (int step = 0; step < steps; ++step) {
    unsigned left = 0;
    for (size_t j = 0; j < x.size(); ++j) {
      const unsigned old = x[j];
      x[j] = left + 2 * old + (j + 1 < x.size() ? x[j + 1] : 0);
      left = old;
    }
  }
  return x;
}

/// What went to and from x and edges.
struct Moved {
  lockstep::Recording::Traffic x, edges;
};

Moved check_smooth(const std::vector<unsigned>& in, int steps) {
  INFO(in.size(), " values, ", steps, " steps");
  const size_t blocks = (in.size() + kPerBlock - 1) / kPerBlock;
  const DeviceBuffer<unsigned> x(in), edges(4 * blocks);
  const lockstep::Recording recording;
  const cudaError_t launched =
      smooth(x.data(), edges.data(), int(in.size()), steps);
  INFO("the launch returned ", std::string(cudaGetErrorName(launched)));
  REQUIRE(launched == cudaSuccess);
  const auto verdict = lockstep::compare(x.download(), after(in, steps),
                                         {0, 0, size_t(kPerBlock)});
  CHECK_MESSAGE(verdict.same, "x: ", verdict.text);
  CHECK_MESSAGE(x.fences_intact(), "a thread wrote outside of x");
  CHECK_MESSAGE(edges.fences_intact(), "a thread wrote outside of edges");
  return {recording.traffic(x.data()), recording.traffic(edges.data())};
}

std::vector<unsigned> values(int n) {
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(n, kSalt)) {
    in.push_back(std::abs(v));
  }
  return in;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("does one step on paper") {
    INFO("x = 1 2 3 becomes 0+2+2, 1+4+3, 2+6+0 = 4 8 8");
    check_smooth({1, 2, 3}, 1);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("is right for any number of values and steps") {
    for (int n : {0, 1, 15, 17, 4095, 4097, 8192}) check_smooth(values(n), 3);
    check_smooth(values(100), 0);
    check_smooth(values(lockstep::drawn_size(4097, 12000, kSalt)), 2);
  }
  TEST_CASE("the values of three blocks mix for 40 steps") {
    check_smooth(values(2 * kPerBlock + 1), 40);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("x is read once and written once") {
    REQUIRE(lockstep::counters_available());
    for (int n : {3 * kPerBlock, lockstep::drawn_size(8193, 12287, kSalt)}) {
      const lockstep::Recording recording;
      const Moved moved = check_smooth(values(n), 10);
      REQUIRE(recording.launches() == 1);
      CHECK(recording.list()[0].cooperative == 1);
      // While a block waits, one lane of one of its warps polls.
      const auto work =
          lockstep::judge(recording, {.lanes_percent = 30, .blocks = 3});
      CHECK_MESSAGE(work.fair, work.text);
      const uint64_t once = uint64_t(n) * sizeof(unsigned);
      CHECK(moved.x.loads.bytes <= once);
      CHECK(moved.x.stores.bytes <= once);
      INFO("3 blocks have 6 edges; so many move in each of 10 steps");
      const uint64_t edges = 6 * 10 * sizeof(unsigned);
      CHECK(moved.edges.stores.bytes <= edges);
      CHECK(moved.edges.loads.bytes <= edges);
      const SimtCounters all = recording.total();
      INFO("nowhere else in global memory; waiting takes some");
      CHECK(all.global_read.bytes <= once * 3 / 2);
      CHECK(all.global_write.bytes <= once * 3 / 2);
    }
    const DeviceBuffer<unsigned> x(values(8193)), edges(12);
    CHECK(smooth(x.data(), edges.data(), 8193, 1) == cudaSuccess);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "the call waited for its kernel");
  }

  TEST_CASE("most_values() fits, and one more does not") {
    REQUIRE(lockstep::counters_available());
    for (int device : {0, 1}) {
      REQUIRE(cudaSetDevice(device) == cudaSuccess);
      cudaDeviceProp shown{};
      REQUIRE(cudaGetDeviceProperties(&shown, device) == cudaSuccess);
      const int most = most_values();
      INFO(std::string(shown.name), ", ", most, " values");
      REQUIRE(most > 0);
      REQUIRE(most < 1 << 20);
      const lockstep::Recording recording;
      check_smooth(values(most), 1);
      const SimtLaunch launch = recording.list()[0];
      CHECK(most == kPerBlock * launch.resident_blocks_per_sm *
                        shown.multiProcessorCount);
      const auto in = values(most + 1);
      const DeviceBuffer<unsigned> x(in),
          edges(4 * (in.size() / kPerBlock + 1));
      CHECK(smooth(x.data(), edges.data(), most + 1, 1) ==
            cudaErrorCooperativeLaunchTooLarge);
      cudaGetLastError();  // takes it away
      CHECK_MESSAGE(x.download() == in, "x was changed");
    }
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
  }
}
