// SPDX-License-Identifier: MIT
// What lesson 06 asks for: right values. Whether the host waited is seen in the
// memory that it touches, and by the emulator's host-race.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/work.h"
#include "lesson.h"

namespace {

/// Negates different values and compares them all, exactly.
void check_portions(int portions, int n) {
  INFO(portions, " portions of ", n, " values");
  const auto in = lockstep::distinct_values<float>(portions * n, 6);
  std::vector<float> out(in.size(), 0), expected = in;
  for (float& value : expected) value = -value;
  negate_all(in.data(), out.data(), portions * n, n);
  const auto verdict = lockstep::compare(out, expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("negates one portion of 4 values") {
    const std::vector<float> in = {1, 2, 3, 4};
    std::vector<float> out(4);
    INFO("in: 1 2 3 4, one portion");
    negate_all(in.data(), out.data(), 4, 4);
    const auto verdict = lockstep::compare(out, {-1, -2, -3, -4});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("negates any number of portions") {
    check_portions(1, 257);
    check_portions(2, 1);
    check_portions(3, 33);
    check_portions(5, lockstep::drawn_size(34, 300, 6));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each portion is worked on by the device") {
    REQUIRE(lockstep::counters_available());
    for (int n : {256, lockstep::drawn_size(200, 255, 6)}) {
      const lockstep::Recording recording;
      check_portions(3, n);
      CHECK(recording.launches() >= 3);
      INFO("bytes that the kernel's threads stored, of ", 3 * n, " floats");
      CHECK(recording.total().global_write.bytes == 3 * n * sizeof(float));
    }
  }
}
