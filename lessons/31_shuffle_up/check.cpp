// SPDX-License-Identifier: MIT
// What lesson 31 asks for: right sums for any block, by shuffles.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_scan(const std::vector<int>& in, size_t threads) {
  INFO(in.size(), " values, blocks of ", threads, " threads");
  std::vector<int> expected = in;
  for (size_t i = 0; i < in.size(); ++i) {
    if (i % threads > 0) expected[i] += expected[i - 1];
  }
  const DeviceBuffer<int> from(in), to(in.size());
  scan_blocks(from.data(), to.data(), static_cast<int>(in.size()),
              static_cast<int>(threads));
  const auto verdict =
      lockstep::compare(to.download(), expected, {0, 0, threads});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

void check_scan(int count, size_t threads) {
  check_scan(lockstep::distinct_values<int>(count, 24), threads);
}

/// The counters of two blocks of `threads` threads on `count` values.
SimtCounters counted(int count, size_t threads) {
  const lockstep::Recording recording;
  check_scan(count, threads);
  REQUIRE(recording.launches() == 1);
  const auto work = lockstep::judge(recording, {.blocks = 2});
  CHECK_MESSAGE(work.fair, work.text);
  return recording.total();
}

/// Sizes of a block: whole warps, a last warp of 8 lanes, and one that changes
/// with the schedule.
std::vector<uint64_t> sizes() {
  return {256, 1024, 1000, uint64_t(lockstep::drawn_size(257, 1023, 31))};
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("scans four values") {
    INFO("3, 1, 4, 2: the sums are 3, 4, 8, 10");
    check_scan({3, 1, 4, 2}, 4);
  }

  TEST_CASE("scans one full warp") { check_scan(32, 32); }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (int count : {0, 1, 31, 33, 1023, 1025}) check_scan(count, 256);
    INFO("ints of any size: a float would round them");
    check_scan({(1 << 24) + 1, 2, -1}, 4);
    check_scan({INT_MAX, INT_MIN, 5, -(1 << 30) - 1}, 4);
  }

  TEST_CASE("works for any size of block") {
    for (int threads : {1, 31, 33, 40, 96, 1000, 1024}) {
      check_scan(2 * threads, threads);
      check_scan(threads + 3, threads);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("at most eleven shuffles per warp") {
    REQUIRE(lockstep::counters_available());
    for (const uint64_t threads : sizes()) {
      const uint64_t warps = (threads + 31) / 32;
      const SimtCounters all = counted(int(2 * threads), threads);
      INFO("2 blocks of ", threads, " threads, ", warps, " warps");
      INFO("five for 32 values, five for the totals, one to share them");
      CHECK(all.shuffles > 0);
      CHECK(all.shuffles <= 2 * 11 * warps);
      INFO("votes on each bit of a value add up too, but in 32 instructions");
      CHECK(all.votes <= 2 * 2 * warps);
    }
  }

  TEST_CASE("two barriers and little shared memory") {
    REQUIRE(lockstep::counters_available());
    for (const uint64_t threads : sizes()) {
      const uint64_t warps = (threads + 31) / 32;
      const SimtCounters all = counted(int(2 * threads), threads);
      INFO("2 blocks of ", threads, " threads, ", warps, " warps");
      INFO("each warp comes to a barrier twice");
      CHECK(all.barriers <= 2 * 2 * warps);
      INFO(
          "a warp stores one total, and the first one all and perhaps a 0; it "
          "loads those that it needs at once");
      CHECK(all.shared_store.requests <= 2 * (warps + 2));
      CHECK(all.shared_load.requests <= 2 * 2 * (warps + 1));
      CHECK(all.shared_atomic.requests == 0);
      CHECK(all.global_read.bytes <= 2 * threads * sizeof(int));
    }
  }
}
