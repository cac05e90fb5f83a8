// SPDX-License-Identifier: MIT
// What lesson 10 asks for: a right stencil, and few global loads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
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
    check_smooth(lockstep::drawn_size(2, 3000, 4));
  }

  TEST_CASE("smooths values of any size") {
    const float most = 0x1p120f, least = 0x1p-149f;
    INFO("in = -0 2^120 2^120 0 -2^30 0 8 * 2^-149, the least float");
    const DeviceBuffer<float> in(
        {-0.0f, most, most, 0, -0x1p30f, 0, 8 * least});
    const DeviceBuffer<float> out(7);
    smooth(in.data(), out.data(), 7);
    const auto verdict = lockstep::compare(
        out.download(), {most / 4, most / 4 * 3, most / 4 * 3,
                         most / 4 - 0x1p28f, -0x1p29f, -0x1p28f, 4 * least});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block loads each value once") {
    REQUIRE(lockstep::counters_available());
    for (int n : {4 * kBlock, 1025, lockstep::drawn_size(1100, 2000, 4)}) {
      const lockstep::Recording recording;
      check_smooth(n);
      REQUIRE(recording.launches() == 1);
      const uint64_t blocks = (n + kBlock - 1) / kBlock;
      const uint64_t warps = (n + 31) / 32;
      const lockstep::Work most{.global_reads = warps + 2 * blocks,
                                .global_writes = warps,
                                .global_atomics = 0,
                                .blocks = blocks};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
      const uint64_t loads = recording.total().global_read.bytes / 4;
      INFO(blocks, " blocks: each value once, and two more for each block");
      CHECK(loads >= uint64_t(n));
      CHECK(loads <= n + 2 * blocks);
      CHECK(recording.total().global_write.bytes == 4 * uint64_t(n));
    }
  }
}
