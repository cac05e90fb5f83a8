// SPDX-License-Identifier: MIT
// What lesson 31 asks for: right sums for any block, by shuffles.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
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

/// The counters of `blocks` full blocks.
SimtCounters counted(uint64_t blocks, uint64_t threads) {
  const lockstep::Recording recording;
  check_scan(static_cast<int>(blocks * threads), threads);
  REQUIRE(recording.launches() == 1);
  return recording.total();
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
  }

  TEST_CASE("works for any size of block") {
    for (int threads : {1, 31, 33, 40, 96, 1000, 1024}) {
      check_scan(2 * threads, threads);
      check_scan(threads + 3, threads);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("five shuffles a warp and five for the totals") {
    REQUIRE(lockstep::counters_available());
    for (uint64_t warps : {8, 32}) {
      constexpr uint64_t kBlocks = 2;
      const uint64_t shuffles = counted(kBlocks, 32 * warps).shuffles;
      INFO(kBlocks, " blocks of ", warps, " warps");
      CHECK(shuffles > 0);
      CHECK(shuffles <= kBlocks * 5 * (warps + 1));
    }
  }

  TEST_CASE("two barriers and little shared memory") {
    REQUIRE(lockstep::counters_available());
    constexpr uint64_t kWarps = 32;
    const SimtCounters all = counted(1, 32 * kWarps);
    INFO("one block of ", kWarps, " warps; each comes to a barrier twice");
    CHECK(all.barriers <= 2 * kWarps);
    INFO("a warp stores one total and loads one; the first also scans them");
    CHECK(all.shared_store.requests <= kWarps + 1);
    CHECK(all.shared_load.requests <= kWarps + 1);
    CHECK(all.global_load.bytes == 32 * kWarps * sizeof(int));
    CHECK(all.atomics == 0);
  }
}
