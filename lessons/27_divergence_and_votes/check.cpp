// SPDX-License-Identifier: MIT
// What lesson 27 asks for: right values, in warps whose lanes agree.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

unsigned expected_result(unsigned x) {
  if (x % 2 == 0) return x / 2;
  for (unsigned round = 0; round < kRounds; ++round) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = __builtin_bswap32(x) + round;
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

/// Whole blocks; a last stretch that is short, and one that stands alone; and a
/// size that changes with the schedule.
std::vector<size_t> sizes() {
  return {8 * kStretch, 200, 7 * kStretch + 100,
          size_t(lockstep::drawn_size(1100, 2000, 27))};
}

/// A block has four warps, and each warp 8 steps of 32 values.
uint64_t steps(size_t count) {
  return (count + 4 * kStretch - 1) / (4 * kStretch) * 4 * kStretch / 32;
}

/// Long ways that the warps need if 32 odd values of a stretch go together.
uint64_t long_ways(const std::vector<unsigned>& in) {
  std::vector<uint64_t> odd(in.size() / kStretch + 1);
  for (size_t i = 0; i < in.size(); ++i) odd[i / kStretch] += in[i] % 2;
  uint64_t ways = 0;
  for (uint64_t of_a_warp : odd) ways += (of_a_warp + 31) / 32;
  return ways;
}

/// What one launch counts for mixed values.
SimtCounters counted(size_t count) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_values(mixed_values(count));
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
  TEST_CASE("lanes that work together go the same way") {
    REQUIRE(lockstep::counters_available());
    for (const size_t count : sizes()) {
      const lockstep::Recording recording;
      check_values(mixed_values(count));
      const auto work =
          lockstep::judge(recording, {.global_reads = steps(count),
                                      .global_writes = steps(count),
                                      .lanes_percent = 80});
      INFO(count, " values");
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("no warp takes the long way more often than needed") {
    for (const size_t count : sizes()) {
      const uint64_t needed = long_ways(mixed_values(count));
      const lockstep::Recording recording;
      const SimtCounters all = counted(count);
      INFO(count, " values need ", needed, " long ways of ", kRounds,
           " rounds, with 32 odd values of a stretch together");
      INFO("instructions of all warps; 7 per round, and 80 per 32 values");
      CHECK(all.warp_instructions <= 7 * kRounds * needed + 80 * steps(count));
      INFO("a round reverses once, also where a loop is unrolled");
      CHECK(recording.instructions("brev.b32") <= kRounds * needed);
    }
  }

  TEST_CASE("lanes learn their places by votes") {
    for (const size_t count : sizes()) {
      const SimtCounters all = counted(count);
      INFO(count, " values in ", steps(count), " steps, two votes in each");
      CHECK(all.votes > 0);
      CHECK(all.votes <= 2 * steps(count));
      CHECK(all.atomics == 0);
    }
  }
}
