// SPDX-License-Identifier: MIT
// What exam 2 asks for: right totals, global memory in whole sectors, and no
// lane that waits for a bank.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr unsigned kSeed = 2;  // of the series; a teacher may change it

/// Adds up different values and compares all totals. Exactly: they are halves
/// and far below 2^23, so no sum rounds.
void check_add_up(int series, int length) {
  INFO(series, " series of ", length, " values");
  const size_t size = size_t(series) * length;
  const auto value = lockstep::distinct_values<float>(size, kSeed);
  std::mt19937 random(kSeed);
  std::vector<unsigned char> restart(size);
  std::vector<float> expected(size);
  for (size_t i = 0; i < size; ++i) {
    const bool long_series = i / length % 3 == 0;  // one restart, or none
    if (random() % (long_series ? 500 : 20) == 0)
      restart[i] = 1 << random() % 8;
    const bool first = i % length == 0 || restart[i] != 0;
    expected[i] = value[i] + (first ? 0 : expected[i - 1]);
  }
  const DeviceBuffer<float> from(value), to(size);
  const DeviceBuffer<unsigned char> marks(restart);
  add_up(from.data(), marks.data(), to.data(), series, length);
  const auto verdict = lockstep::compare(to.download(), expected,
                                         {size_t(series), size_t(length)});
  CHECK_MESSAGE(verdict.same, "total: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of total");
  CHECK_MESSAGE((from.download() == value && marks.download() == restart),
                "the input was changed");
}

// Several pieces and several blocks; rows of whole sectors of floats and bytes.
constexpr int kSeries = 192, kLength = 256;

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds up 2 series of 4") {
    INFO("value 1 2 3 4 and 5 6 7 8; the second restarts at its third place");
    const DeviceBuffer<float> value({1, 2, 3, 4, 5, 6, 7, 8}), total(8);
    const DeviceBuffer<unsigned char> restart({0, 0, 0, 0, 0, 0, 1, 0});
    add_up(value.data(), restart.data(), total.data(), 2, 4);
    const auto verdict = lockstep::compare(total.download(),
                                           {1, 3, 6, 10, 5, 11, 7, 15}, {2, 4});
    CHECK_MESSAGE(verdict.same, "total: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of series and any length") {
    for (int n : {0, 1, 31, 33, 127, 129}) {
      check_add_up(n, 33);
      check_add_up(3, n);
    }
    check_add_up(2, 1025);
    check_add_up(500, 7);
    check_add_up(kSeries, 64);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("global memory moves whole sectors, once") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_add_up(kSeries, kLength);
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    INFO("bytes: 4 and 1 for each place in, 4 out; a sector is 32 bytes");
    CHECK(all.global_read.bytes == 5 * kSeries * kLength);
    CHECK(all.global_write.bytes == 4 * kSeries * kLength);
    CHECK(all.global_read.sectors == all.global_read.bytes / 32);
    CHECK(all.global_write.sectors == all.global_write.bytes / 32);
    INFO("a block works on one multiprocessor; a GPU has many");
    check_add_up(1100, 8);
    CHECK(recording.list()[1].grid[0] > 1);
  }

  TEST_CASE("no shared access waits for a bank") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_add_up(kSeries, kLength);
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    REQUIRE(all.shared_load.requests > 0);  // the series are in shared memory
    INFO("a wavefront is one pass over the 32 banks");
    CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
    CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
    CHECK(all.shared_atomic.wavefronts == all.shared_atomic.ideal_wavefronts);
  }
}
