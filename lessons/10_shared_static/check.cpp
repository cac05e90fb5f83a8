// SPDX-License-Identifier: MIT
// What lesson 10 asks for: a right stencil, and few global loads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

std::vector<float> smoothed(const std::vector<float>& in) {
  std::vector<float> out;
  const int n = int(in.size());
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = -kReach; k <= kReach; ++k) {
      const bool inside = i + k >= 0 && i + k < n;
      if (inside) sum += double(kReach + 1 - std::abs(k)) * in[i + k];
    }
    out.push_back(float(sum / 1024));
  }
  return out;
}

void check_smooth(const std::vector<float>& in,
                  const std::vector<float>& expected) {
  const DeviceBuffer<float> from(in), to(in.size());
  smooth(from.data(), to.data(), int(in.size()));
  const auto verdict =
      lockstep::compare(to.download(), expected, {0, 0, kBlock});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// n different values. Exactly: they are halves below 2^13, so neither sums of
/// them nor 1024ths of sums round, in whatever order.
void check_smooth(int n) {
  INFO("n = ", n);
  const auto in = lockstep::distinct_values<float>(n, 4);
  check_smooth(in, smoothed(in));
}

/// Judges the one launch for each of several sizes.
template <typename Test>
void on_sizes(Test test) {
  REQUIRE(lockstep::counters_available());
  for (int n : {8 * kBlock, 1025, lockstep::drawn_size(2100, 4000, 4)}) {
    const lockstep::Recording recording;
    check_smooth(n);
    REQUIRE(recording.launches() == 1);
    INFO("n = ", n);
    test(recording, uint64_t(n), uint64_t(n + kBlock - 1) / kBlock);
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("smooths 5 values") {
    INFO("in = 1024 0 0 2048 0");
    check_smooth({1024, 0, 0, 2048, 0}, {90, 91, 92, 93, 90});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("smooths a part of one block") {
    for (int n : {0, 1, 31, 33, 63, 64, kBlock - 1, kBlock}) check_smooth(n);
  }

  TEST_CASE("smooths many blocks") {
    for (int n : {kBlock + 1, 1023, 1025, 4 * kBlock}) check_smooth(n);
    check_smooth(lockstep::drawn_size(2, 3000, 4));
  }

  TEST_CASE("smooths values of any size") {
    std::vector<float> in(600, -0.0f);
    const float infinite = std::numeric_limits<float>::infinity();
    in[0] = 0x1p117f, in[70] = -0x1p117f, in[140] = 0x1p-139f;
    in[300] = -infinite, in[591] = infinite;
    INFO("600 values, of which 5 are not 0");
    check_smooth(in, smoothed(in));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block loads each value once") {
    on_sizes([](const auto& recording, uint64_t n, uint64_t blocks) {
      const uint64_t warps = (n + 31) / 32;
      const auto work =
          lockstep::judge(recording, {.global_reads = warps + 2 * blocks,
                                      .global_writes = warps,
                                      .global_atomics = 0,
                                      .lanes_percent = 0,
                                      .busiest_percent = lockstep::Work::kAny,
                                      .blocks = blocks});
      CHECK_MESSAGE(work.fair, work.text);
      const uint64_t loads = recording.total().global_read.bytes / 4;
      INFO(blocks, " blocks: each value once, and 64 more for each block");
      CHECK(loads >= n);
      CHECK(loads <= n + 64 * blocks);
      CHECK(recording.total().global_write.bytes <= 4 * n);
    });
  }

  TEST_CASE("all warps share the work") {
    on_sizes([](const auto& recording, uint64_t, uint64_t) {
      const auto work = lockstep::judge(recording, {.busiest_percent = 200});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }
}
