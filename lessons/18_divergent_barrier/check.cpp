// SPDX-License-Identifier: MIT
// What lesson 18 asks for: right sums under every schedule, and barriers that
// all warps of the block pass, few of them.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Adds n different values, modulo 2^32, and compares all results.
void check_sums(int n) {
  INFO("n = ", n);
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(n, 12)) in.push_back(v);
  if (n > 2) in[1] = 0x80000000u, in[2] = ~0u;  // sums go round at 2^32
  std::vector<unsigned> expected;
  for (int i = 0; i < n; ++i) {
    const auto first = in.begin() + i / kBlock * kBlock;
    const auto last = std::min(first + kBlock, in.end());
    expected.push_back(std::accumulate(first, last, 0u) - in[i]);
  }
  const DeviceBuffer<unsigned> from(in), to(n);
  sum_of_others(from.data(), to.data(), n);
  const auto verdict =
      lockstep::compare(to.download(), expected, {0, 0, kBlock});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// Barriers that the warps of the one launch passed, all added up.
uint64_t barriers_for(int n) {
  const lockstep::Recording recording;
  check_sums(n);
  REQUIRE(recording.launches() == 1);
  return recording.total().barriers;
}

constexpr uint64_t kWarps = kBlock / 32;

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("works for 3 values") {
    INFO("in = 1 2 4; the sum is 7, so out = 6 5 3");
    const DeviceBuffer<unsigned> in({1, 2, 4}), out(3);
    sum_of_others(in.data(), out.data(), 3);
    const auto verdict = lockstep::compare(out.download(), {6, 5, 3});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of values") {
    for (int n : {0, 1, 31, 33, 255, 256, 257, 1023, 1025}) check_sums(n);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("every warp passes every barrier") {
    REQUIRE(lockstep::counters_available());
    INFO("barriers of the block's ", kWarps, " warps, all added up");
    CHECK(barriers_for(kBlock) > 0);
    for (int n : {1, 33, lockstep::drawn_size(34, kBlock, 12), kBlock}) {
      INFO(n, " values: each barrier counts once per warp");
      CHECK(barriers_for(n) % kWarps == 0);
    }
    // A tree over 65 values is as high as one over 128: as many barriers.
    for (int n : {kBlock / 2, kBlock}) {
      const int fewer = n / 2 + 1;
      INFO(fewer, " values, then ", n);
      CHECK(barriers_for(fewer) == barriers_for(n));
    }
  }

  TEST_CASE("a block passes at most ten barriers") {
    REQUIRE(lockstep::counters_available());
    for (int n : {4 * kBlock, 1025, lockstep::drawn_size(500, 2000, 12)}) {
      const lockstep::Recording recording;
      check_sums(n);
      REQUIRE(recording.launches() == 1);
      INFO(
          "1 for the values, 8 to halve 256 values down to 1, 1 for the total");
      const uint64_t blocks = (n + kBlock - 1) / kBlock;
      const lockstep::Work most{.global_reads = 2 * (uint64_t(n) / 32 + 1),
                                .shared_loads = 128 * blocks,
                                .barriers = 10 * blocks * kWarps,
                                .blocks = blocks};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
