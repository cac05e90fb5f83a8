// SPDX-License-Identifier: MIT
// What lesson 13 asks for: no value lost under any schedule, and few atomics
// on global memory.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Counts n values, small ones most often, on top of different counts that are
/// there already, and compares all counts.
void check_counts(int n) {
  INFO("n = ", n);
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
  count_values(from.data(), counts.data(), n);
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
    count_values(data.data(), counts.data(), 5);
    std::vector<unsigned> expected(kBins, 0);
    expected[0] = 1, expected[3] = 3, expected[255] = 1;
    const auto verdict = lockstep::compare(counts.download(), expected);
    CHECK_MESSAGE(verdict.same, "counts: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("counts any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025, 10000}) check_counts(n);
  }

  TEST_CASE("adds to the counts that are there") {
    const DeviceBuffer<unsigned char> data(std::vector<unsigned char>(5000, 7));
    const DeviceBuffer<unsigned> counts(std::vector<unsigned>(kBins, 100));
    count_values(data.data(), counts.data(), 5000);
    count_values(data.data(), counts.data(), 5000);
    INFO("5000 times the value 7, twice; all counts begin at 100");
    std::vector<unsigned> expected(kBins, 100);
    expected[7] += 2 * 5000;
    const auto verdict = lockstep::compare(counts.download(), expected);
    CHECK_MESSAGE(verdict.same, "counts: ", verdict.text);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a block updates each global count once") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_counts(1 << 17);
    REQUIRE(recording.launches() == 1);
    const SimtLaunch launch = recording.list()[0];
    const SimtCounters& all = launch.counters;
    const uint64_t global = all.global_atomic.requests;
    INFO("atomics that warps ran on global memory, by ", launch.grid[0],
         " blocks");
    CHECK(global <= uint64_t(kBins) * launch.grid[0]);
  }

  TEST_CASE("global counts change by atomics only") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_counts(1025);
    REQUIRE(recording.launches() == 1);
    INFO("plain stores: another block may add between the load and the store");
    CHECK(recording.total().global_store.requests == 0);
  }
}
