// SPDX-License-Identifier: MIT
// What lesson 30 asks for: right answers in every lane, by a butterfly.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

using Values = std::vector<int>;

/// Runs `function` on `in` and expects in all of a group what `answer` says
/// about it; `answer` gets the first and the last index of the group, plus 1.
void check_groups(void (*function)(const int*, int*, int), const Values& in,
                  const std::function<int(size_t, size_t)>& answer) {
  INFO(in.size(), " values");
  Values expected;
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t first = i / 32 * 32;
    expected.push_back(answer(first, std::min(first + 32, in.size())));
  }
  const DeviceBuffer<int> from(in), to(in.size());
  function(from.data(), to.data(), static_cast<int>(in.size()));
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "answers: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of its array");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

void check_sums(const Values& in) {
  check_groups(sum_everywhere, in, [&](size_t first, size_t end) {
    return std::accumulate(in.begin() + first, in.begin() + end, 0);
  });
}

void check_greatest(const Values& in) {
  check_groups(find_greatest, in, [&](size_t first, size_t end) {
    const auto begin = in.begin();
    return int(std::max_element(begin + first, begin + end) - begin);
  });
}

Values different(int count) { return lockstep::distinct_values<int>(count, 3); }

/// Four blocks of eight warps: all lanes have a value; the last warp has few;
/// and a size that changes with the schedule.
Values sizes() {
  return {1024, 1024 - 31, lockstep::drawn_size(769, 1023, 30)};
}

/// The counters of one launch on `count` values, which used no memory between
/// its lanes.
SimtCounters counted(const lockstep::Recording& recording, int count) {
  REQUIRE(recording.launches() == 1);
  const SimtCounters all = recording.total();
  CHECK(all.shared.requests == 0);
  CHECK(all.local_load.requests + all.local_store.requests == 0);
  CHECK(all.global_read.bytes <= count * sizeof(int));
  const auto work = lockstep::judge(
      recording, {.global_reads = 32, .global_writes = 32, .blocks = 4});
  CHECK_MESSAGE(work.fair, work.text);
  return all;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("a full warp knows its sum") {
    INFO("1 to 32: each lane's answer is 32 * 33 / 2 = 528");
    Values in(32);
    std::iota(in.begin(), in.end(), 1);
    check_sums(in);
  }

  TEST_CASE("finds the greatest of four") { check_greatest({5, -2, 9, 8}); }
}

TEST_SUITE("awkward") {
  TEST_CASE("sums any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) check_sums(different(n));
    INFO("ints of any size: a float would round them");
    check_sums({(1 << 24) + 1, 2});
    check_sums({INT_MAX, INT_MIN, 5, -(1 << 30) - 1});
  }

  TEST_CASE("finds the greatest of any number") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) check_greatest(different(n));
    INFO("all values are below 0");
    Values negative = different(100);
    for (int& value : negative) value = -std::abs(value);
    check_greatest(negative);
    INFO("neighbours that differ in their last bit");
    check_greatest({1 << 30, (1 << 30) + 1});
    check_greatest({-(1 << 30) - 1, -(1 << 30), INT_MIN});
    check_greatest({INT_MAX - 1, INT_MAX, INT_MIN});
  }

  TEST_CASE("of equal values the first wins in every lane") {
    check_greatest(Values(33, 7));
    check_greatest(Values(40, INT_MIN));
    Values few = different(256);
    for (int& value : few) value = value % 4;
    check_greatest(few);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a sum takes five shuffles per warp") {
    REQUIRE(lockstep::counters_available());
    for (const int count : sizes()) {
      const lockstep::Recording recording;
      check_sums(different(count));
      INFO(count, " values in 32 warps");
      const SimtCounters all = counted(recording, count);
      CHECK(all.shuffles > 0);
      CHECK(all.shuffles <= 5 * 32);
    }
  }

  TEST_CASE("a greatest value takes ten at most") {
    REQUIRE(lockstep::counters_available());
    for (const int count : sizes()) {
      const lockstep::Recording recording;
      check_greatest(different(count));
      INFO(count, " values in 32 warps");
      const SimtCounters all = counted(recording, count);
      INFO("five steps, and a candidate is two 32-bit values");
      CHECK(all.shuffles > 0);
      CHECK(all.shuffles + all.votes <= 10 * 32);
    }
  }
}
