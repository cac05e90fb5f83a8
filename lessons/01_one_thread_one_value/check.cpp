// SPDX-License-Identifier: MIT
// What lesson 01 asks for: the right pixels, and one thread for each of them.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Inverts a row of n pixels with any values from 0 to 255; compares them all.
void check_row(int n) {
  INFO("n = ", n, ": one block of ", n, " threads");
  std::mt19937 random(n);
  std::vector<int> in(n), expected(n);
  for (int i = 0; i < n; ++i) {
    in[i] = int(random() % 256);
    expected[i] = 255 - in[i];
  }
  const DeviceBuffer<int> from(in), to(n);
  invert(from.data(), to.data(), n);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("inverts 4 pixels") {
    INFO("in: 0 255 100 7; one block of 4 threads");
    const DeviceBuffer<int> in({0, 255, 100, 7});
    const DeviceBuffer<int> out(4);
    invert(in.data(), out.data(), 4);
    const auto verdict = lockstep::compare(out.download(), {255, 0, 155, 248});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("inverts rows of 1 to 1024 pixels") {
    for (int n : {1, 2, 31, 33, 256, 1023, 1024}) check_row(n);
    check_row(lockstep::drawn_size(3, 1022, 1));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each thread inverts its own pixel") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1024, 1000, lockstep::drawn_size(900, 1023, 1)}) {
      const lockstep::Recording recording;
      check_row(n);
      REQUIRE(recording.launches() == 1);
      // Threads load and store in groups of 32, one request per group. A second
      // read of a pixel is no fault here.
      const uint64_t groups = (n + 31) / 32;
      const lockstep::Work most{.global_reads = 2 * groups,
                                .global_writes = 2 * groups,
                                .lanes_percent = 75,
                                .busiest_percent = 150};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
