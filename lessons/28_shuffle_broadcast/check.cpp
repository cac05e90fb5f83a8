// SPDX-License-Identifier: MIT
// What lesson 28 asks for: the right leader's value, by one shuffle a warp.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_differences(const std::vector<int>& in, int width, int leader) {
  INFO(in.size(), " values, width ", width, ", leader ", leader);
  std::vector<int> expected;
  for (size_t i = 0; i < in.size(); ++i) {
    const size_t from = i / width * width + leader % width;
    expected.push_back(in[i] - (from < in.size() ? in[from] : 0));
  }
  const DeviceBuffer<int> from(in), to(in.size());
  subtract_leader(from.data(), to.data(), static_cast<int>(in.size()), width,
                  leader);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

void check_differences(int count, int width, int leader) {
  check_differences(lockstep::distinct_values<int>(count, 21), width, leader);
}

// Several blocks, every lane of every warp has a value.
constexpr int kCount = 1024, kWarps = kCount / 32;

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("two groups of four") {
    INFO("leader 1: take 20 from the first four, 6 from the others");
    check_differences({10, 20, 30, 40, 5, 6, 7, 8}, 4, 1);
  }

  TEST_CASE("one full warp") { check_differences(32, 32, 7); }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (int count : {0, 1, 31, 33, 1023, 1025}) {
      check_differences(count, 32, 0);
      check_differences(count, 8, 7);
      INFO("the last group has no leader here unless 32 divides the count");
      check_differences(count, 32, 31);
    }
  }

  TEST_CASE("works for every width") {
    for (int width : {1, 2, 4, 8, 16, 32}) {
      for (int leader : {0, width / 2, width - 1}) {
        check_differences(3 * 32, width, leader);
      }
    }
  }

  TEST_CASE("a leader outside the group wraps") {
    for (int leader : {4, 5, 31, 32, 33, 1000}) {
      check_differences(2 * 32, 4, leader);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each warp makes one shuffle") {
    REQUIRE(lockstep::counters_available());
    for (int width : {4, 32}) {
      const lockstep::Recording recording;
      check_differences(kCount, width, 2);
      REQUIRE(recording.launches() == 1);
      INFO(kWarps, " warps, groups of ", width);
      CHECK(recording.total().shuffles == kWarps);
    }
  }

  TEST_CASE("values pass through registers only") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_differences(kCount, 16, 3);
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    CHECK(all.shared_load.requests + all.shared_store.requests == 0);
    CHECK(all.local_load.requests + all.local_store.requests == 0);
    INFO("each value is loaded once, by its own lane");
    CHECK(all.global_load.bytes == kCount * sizeof(int));
    CHECK(all.atomics == 0);
  }
}
