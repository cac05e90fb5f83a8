// SPDX-License-Identifier: MIT
// What lesson 19 asks for: no value lost under any schedule, and few atomics
// on global memory.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Counts n values, small ones most often, on top of different counts that are
/// there already, and compares all counts.
void check_counts(int n, int blocks) {
  INFO(n, " values in ", blocks, " blocks");
  std::vector<unsigned> before;
  for (int v : lockstep::distinct_values<int>(kBins, 13)) {
    before.push_back(1000 + v);  // above 0, and all different
  }
  std::mt19937 random(n);
  std::vector<unsigned char> data(n);
  std::vector<unsigned> expected = before;
  for (unsigned char& value : data) {
    value = random() % 256 * (random() % 256) / 256;
    ++expected[value];
  }
  const DeviceBuffer<unsigned char> from(data);
  const DeviceBuffer<unsigned> counts(before);
  count_values(from.data(), counts.data(), n, blocks);
  const auto verdict = lockstep::compare(counts.download(), expected);
  CHECK_MESSAGE(verdict.same, "counts: ", verdict.text);
  CHECK_MESSAGE(counts.fences_intact(), "a thread wrote outside of counts");
  CHECK_MESSAGE(from.download() == data, "the input was changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("counts 5 values") {
    INFO("data = 3 0 3 255 3, and all counts begin at 0");
    const DeviceBuffer<unsigned char> data({3, 0, 3, 255, 3});
    const DeviceBuffer<unsigned> counts(std::vector<unsigned>(kBins, 0));
    count_values(data.data(), counts.data(), 5, 8);
    std::vector<unsigned> expected(kBins, 0);
    expected[0] = 1, expected[3] = 3, expected[255] = 1;
    const auto verdict = lockstep::compare(counts.download(), expected);
    CHECK_MESSAGE(verdict.same, "counts: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("counts any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025, 10000}) {
      check_counts(n, 1);
      check_counts(n, 3);
      check_counts(n, lockstep::drawn_size(4, 20, 19));
    }
  }

  TEST_CASE("adds to the counts that are there") {
    const DeviceBuffer<unsigned char> data(std::vector<unsigned char>(5000, 7));
    std::vector<unsigned> expected(kBins, 4000000000u);
    const DeviceBuffer<unsigned> counts(expected);
    count_values(data.data(), counts.data(), 5000, 8);
    count_values(data.data(), counts.data(), 5000, 2);
    INFO("5000 times the value 7, twice; all counts begin at 4000000000");
    expected[7] += 2 * 5000;
    const auto verdict = lockstep::compare(counts.download(), expected);
    CHECK_MESSAGE(verdict.same, "counts: ", verdict.text);
  }

  TEST_CASE("counts 65792 equal values in one block") {
    const std::vector<unsigned char> values(65792, 200);  // 257 per thread
    const DeviceBuffer<unsigned char> data(values);
    std::vector<unsigned> expected(kBins, 9);
    const DeviceBuffer<unsigned> counts(expected);
    count_values(data.data(), counts.data(), int(values.size()), 1);
    expected[200] += 65792;
    const auto verdict = lockstep::compare(counts.download(), expected);
    CHECK_MESSAGE(verdict.same, "counts: ", verdict.text);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block updates each global count once") {
    REQUIRE(lockstep::counters_available());
    constexpr int kFriendly = 3 << 17;
    const int drawn = lockstep::drawn_size(50000, 150000, 13);
    for (int n : {kFriendly, 100001, drawn}) {
      const uint64_t blocks = n == kFriendly ? 8 : 5;
      const lockstep::Recording recording;
      check_counts(n, int(blocks));
      REQUIRE(recording.launches() == 1);
      INFO(n, " values, ", blocks, " blocks of ", kBins, " counts each");
      const auto atomic = recording.total().global_atomic;
      INFO("atomics of single threads on global memory: ", atomic.bytes / 4);
      CHECK(atomic.bytes <= 4 * kBins * blocks);
      const lockstep::Work most{.global_reads = n / 32 + 1 + 2 * kBins * blocks,
                                .busiest_percent = n == kFriendly ? 170u : 400u,
                                .blocks = blocks};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
