// SPDX-License-Identifier: MIT
// What lesson 04 asks for: a right stencil, and few global loads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Smooths n different values and compares all results. Exactly: the values
/// are halves below 2^20, so sums of them and quarters of sums do not round.
void check_smooth(int n) {
  INFO("n = ", n);
  const auto in = lockstep::distinct_values<float>(n, 4);
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) {
    const float left = i > 0 ? in[i - 1] : 0;
    const float right = i + 1 < n ? in[i + 1] : 0;
    expected[i] = (left + 2 * in[i] + right) / 4;
  }
  const DeviceBuffer<float> from(in), to(n);
  smooth(from.data(), to.data(), n);
  const auto verdict =
      lockstep::compare(to.download(), expected, {0, 0, kBlock});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("smooths 5 values") {
    const DeviceBuffer<float> in({4, 8, 0, 0, 12});
    const DeviceBuffer<float> out(5);
    smooth(in.data(), out.data(), 5);
    const auto verdict = lockstep::compare(out.download(), {4, 5, 2, 3, 6});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("smooths a part of one block") {
    for (int n : {0, 1, 31, 33, kBlock - 1, kBlock}) check_smooth(n);
  }

  TEST_CASE("smooths many blocks") {
    for (int n : {kBlock + 1, 1023, 1025, 4 * kBlock}) check_smooth(n);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block loads each value once") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1025, 4 * kBlock}) {
      const lockstep::Recording recording;
      check_smooth(n);
      REQUIRE(recording.launches() == 1);
      const uint64_t blocks = (n + kBlock - 1) / kBlock;
      const uint64_t loads = recording.total().global_read.bytes / 4;
      INFO(blocks, " blocks: each value once, and two more for each block");
      CHECK(loads >= uint64_t(n));
      CHECK(loads <= n + 2 * blocks);
      CHECK(recording.total().global_write.bytes == 4 * uint64_t(n));
    }
  }
}
