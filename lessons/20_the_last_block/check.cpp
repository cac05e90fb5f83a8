// SPDX-License-Identifier: MIT
// What lesson 20 asks for: one launch, in which the last block adds values that
// are there, and no block waits.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Adds `in` `times` times with the same counter. Returns how often a warp read
/// the counter, by an atomic or not; 0 on a GPU, where nothing is counted.
uint64_t check_sum(const std::vector<int>& in, int times = 1) {
  INFO(in.size(), " values");
  const lockstep::Recording recording;
  const DeviceBuffer<int> from(in), partials(kMostBlocks), total(1);
  const DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
  for (int i = 1; i <= times; ++i) {
    INFO("call ", i, " with the same counter");
    sum(from.data(), partials.data(), finished.data(), total.data(),
        static_cast<int>(in.size()));
    CHECK(total.download()[0] == std::accumulate(in.begin(), in.end(), 0));
    CHECK(finished.download()[0] == 0);
  }
  CHECK_MESSAGE(partials.fences_intact(), "a block wrote outside of partials");
  const uint64_t looks = recording.traffic(finished.data()).loads.requests;
  uint64_t enough = 0;
  for (const auto& launch : recording.list()) enough += launch.grid[0] + 2;
  INFO("a block that waits looks at the counter again and again");
  CHECK(looks <= enough);
  return looks;
}

std::vector<int> different(int count) {
  return lockstep::distinct_values<int>(count, 14);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds three values") { check_sum({3, 4, 10}); }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int n :
         {0, 1, 31, 127, 129, 500, 1025, 64 * 128, 64 * 128 + 1, 20000}) {
      check_sum(different(n));
    }
  }

  TEST_CASE("adds again with the same counter") {
    check_sum(different(1000), 4);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block counts itself once, and none waits") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    const uint64_t looks = check_sum(different(5000));
    REQUIRE(recording.launches() == 1);
    const uint64_t blocks = recording.list()[0].grid[0];
    const uint64_t atomics = recording.total().global_atomic.requests;
    INFO("global atomics of ", blocks, " blocks");
    CHECK(atomics <= blocks + 2);
    INFO("all looks at the counter; the atomics say enough");
    CHECK(looks <= atomics);
  }

  TEST_CASE("all blocks share the work") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_sum(different(5000));
    REQUIRE(recording.launches() == 1);
    CHECK(recording.total().global_read.bytes >= 5000 * sizeof(int));
    // The last block alone adds; one of its threads may do so.
    const auto work = lockstep::judge(
        recording, {.lanes_percent = 0, .busiest_percent = 1000});
    CHECK_MESSAGE(work.fair, work.text);
  }
}
