// SPDX-License-Identifier: MIT
// What lesson 29 asks for: right sums for any count, by five shuffles a warp.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
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

// Several blocks, every lane of every warp has a value.
constexpr int kCount = 1024, kWarps = kCount / 32;

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
    for (int count : {0, 1, 31, 33, 1023, 1025, 2 * kCount}) {
      check_sums(lockstep::distinct_values<int>(count, 22));
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each warp makes five shuffles") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_sums(lockstep::distinct_values<int>(kCount, 22));
    REQUIRE(recording.launches() == 1);
    INFO("32 = 2 * 2 * 2 * 2 * 2, and a shuffle moves one 32-bit value");
    INFO(kWarps, " warps");
    CHECK(recording.total().shuffles == 5 * kWarps);
  }

  TEST_CASE("values pass through registers only") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_sums(lockstep::distinct_values<int>(kCount, 22));
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    CHECK(all.shared_load.requests + all.shared_store.requests == 0);
    CHECK(all.local_load.requests + all.local_store.requests == 0);
    INFO("each warp loads its 32 values once and stores one sum");
    CHECK(all.global_load.bytes == kCount * sizeof(int));
    CHECK(all.global_store.bytes == kWarps * sizeof(int));
    CHECK(all.atomics == 0);
  }
}
