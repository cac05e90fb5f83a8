// SPDX-License-Identifier: MIT
// What lesson 27 asks for: right values, in warps whose lanes agree.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

unsigned expected_result(unsigned x) {
  if (x % 2 == 0) return x / 2;
  for (int round = 0; round < kRounds; ++round) {
    unsigned reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (x >> bit & 1) << (31 - bit);
    x = reversed + round;
  }
  return x;
}

void check_values(const std::vector<unsigned>& in) {
  INFO(in.size(), " values");
  std::vector<unsigned> expected;
  for (unsigned x : in) expected.push_back(expected_result(x));
  const DeviceBuffer<unsigned> from(in), to(in.size());
  two_ways(from.data(), to.data(), static_cast<int>(in.size()));
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// Different values, odd and even in no order.
std::vector<unsigned> mixed_values(size_t count) {
  const auto values = lockstep::distinct_values<int>(count, 20);
  return {values.begin(), values.end()};
}

constexpr uint64_t kWarps = 8, kCount = kWarps * kStretch;

/// What one launch counts for kCount mixed values.
SimtCounters counted(const lockstep::Recording& recording) {
  REQUIRE(lockstep::counters_available());
  check_values(mixed_values(kCount));
  REQUIRE(recording.launches() == 1);
  return recording.total();
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("works on four values") {
    INFO("2, 3, 4 and 5: the even ones are halved");
    check_values({2, 3, 4, 5});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (size_t count : {0, 1, 31, 33, 255, 257, 1023, 1025}) {
      check_values(mixed_values(count));
    }
  }

  TEST_CASE("works when all values agree") {
    for (unsigned last_bit : {0, 1}) {
      std::vector<unsigned> values = mixed_values(2 * kStretch);
      for (unsigned& value : values) value = value / 2 * 2 + last_bit;
      check_values(values);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a warp diverges at most three times") {
    const lockstep::Recording recording;
    const uint64_t divergent = counted(recording).divergent_branches;
    INFO(
        kWarps,
        " warps; a branch is divergent when its lanes go two ways: one for the "
        "group that is mixed, and one more for the end of each of two loops");
    CHECK(divergent <= 3 * kWarps);
  }

  TEST_CASE("no warp takes the long way more often than needed") {
    uint64_t odd[kWarps] = {}, needed = 0, i = 0;
    for (unsigned value : mixed_values(kCount)) {
      odd[i++ / kStretch] += value % 2;
    }
    for (uint64_t one_warps : odd) needed += (one_warps + 31) / 32;
    const lockstep::Recording recording;
    counted(recording);
    const uint64_t long_ways = recording.instructions("brev.b32") / kRounds;
    INFO("32 odd values of a stretch can go together; brev was counted");
    CHECK(long_ways <= needed);
    CHECK(long_ways > 0);
  }

  TEST_CASE("lanes learn their places by votes") {
    const lockstep::Recording recording;
    const SimtCounters all = counted(recording);
    constexpr uint64_t kSteps = kStretch / 32;
    INFO(kWarps, " warps of ", kSteps, " steps, at most two votes a step");
    CHECK(all.votes > 0);
    CHECK(all.votes <= 2 * kSteps * kWarps);
    CHECK(all.atomics == 0);
  }
}
