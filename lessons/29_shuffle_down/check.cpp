// SPDX-License-Identifier: MIT
// What lesson 29 asks for: right sums for any count, by five shuffles per warp.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_sums(const std::vector<int>& in) {
  INFO(in.size(), " values");
  std::vector<int> expected((in.size() + 31) / 32);
  for (size_t i = 0; i < in.size(); ++i) expected[i / 32] += in[i];

  const DeviceBuffer<int> from(in), to(expected.size());
  sum_groups(from.data(), to.data(), static_cast<int>(in.size()));
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of sums");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// Several full blocks; a last block whose last warp has few values; and a size
/// that changes with the schedule.
std::vector<int> sizes() {
  return {1024, 1024 - 31, lockstep::drawn_size(769, 1023, 29)};
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds two values") {
    INFO("one warp, 3 + 4; its other 30 lanes have no value");
    check_sums({3, 4});
  }

  TEST_CASE("adds the numbers 1 to 32") {
    INFO("one full warp: 32 * 33 / 2 = 528");
    std::vector<int> in(32);
    std::iota(in.begin(), in.end(), 1);
    check_sums(in);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (int count : {0, 1, 31, 33, 1023, 1025, 2048}) {
      check_sums(lockstep::distinct_values<int>(count, 22));
    }
    INFO("ints of any size: a float would round them");
    check_sums({(1 << 24) + 1, 2});
    check_sums({INT_MAX, INT_MIN, 5, -(1 << 30) - 1});
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each warp makes five shuffles") {
    REQUIRE(lockstep::counters_available());
    for (const int count : sizes()) {
      const lockstep::Recording recording;
      check_sums(lockstep::distinct_values<int>(count, 22));
      REQUIRE(recording.launches() == 1);
      INFO(count, " values in 32 warps");
      INFO("32 = 2 * 2 * 2 * 2 * 2, and a shuffle moves one 32-bit value");
      CHECK(recording.total().shuffles > 0);
      CHECK(recording.total().shuffles <= 5 * 32);
      INFO("votes on each bit of a value add up too, but in 32 instructions");
      CHECK(recording.total().votes <= 32);
    }
  }

  TEST_CASE("values pass through registers only") {
    REQUIRE(lockstep::counters_available());
    for (const int count : sizes()) {
      const lockstep::Recording recording;
      check_sums(lockstep::distinct_values<int>(count, 22));
      REQUIRE(recording.launches() == 1);
      const SimtCounters all = recording.total();
      INFO(count, " values: each is loaded once, by 32 lanes at a time");
      CHECK(all.shared.requests == 0);
      CHECK(all.local_load.requests + all.local_store.requests == 0);
      CHECK(all.global_read.bytes <= count * sizeof(int));
      CHECK(all.global_write.bytes <= (count + 31) / 32 * sizeof(int));
      const auto work = lockstep::judge(
          recording, {.global_reads = 32, .global_writes = 32, .blocks = 4});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
