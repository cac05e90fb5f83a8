// SPDX-License-Identifier: MIT
// What lesson 09 asks for: right sums, wide loads, no access that waits.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Weighs `rows` rows and compares all sums. Exactly: the values are whole
/// numbers below 1000, so all sums stay below 2^24 and do not round.
void check_weigh(int rows) {
  INFO(rows, " rows of 32 values");
  std::vector<float> in;
  for (int v : lockstep::distinct_values<int>(size_t(rows) * kColumns, 9)) {
    in.push_back(v % 1000);
  }
  std::vector<float> expected(rows);
  for (size_t i = 0; i < in.size(); ++i) {
    expected[i / kColumns] += (i % kColumns + 1) * in[i];
  }
  const DeviceBuffer<float> from(in), to(rows);
  weigh(from.data(), to.data(), rows);
  const auto verdict = lockstep::compare(to.download(), expected, {0, 0, 128});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

constexpr uint64_t kRows = 512;  // whole blocks

/// The counts of one launch that weighs kRows rows.
SimtCounters count_weigh() {
  const lockstep::Recording recording;
  check_weigh(kRows);
  REQUIRE(recording.launches() == 1);
  return recording.total();
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("weighs one row") {
    INFO("the row is 1 0 0 ... 0 2, so the sum is 1 * 1 + 32 * 2 = 65");
    std::vector<float> row(kColumns);
    row.front() = 1, row.back() = 2;
    const DeviceBuffer<float> in(row), out(1);
    weigh(in.data(), out.data(), 1);
    const auto verdict = lockstep::compare(out.download(), {65});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("weighs any number of rows") {
    for (int rows : {0, 1, 31, 33, 127, 128, 129, 1023, 1025}) {
      check_weigh(rows);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a row takes 8 loads of 16 bytes") {
    REQUIRE(lockstep::counters_available());
    const SimtCounters all = count_weigh();
    REQUIRE(all.shared_load.requests >
            0);  // the rows are read in shared memory
    INFO("a warp reads 32 rows of 8 vectors, one vector a lane and load");
    CHECK(all.shared_load.requests == 8 * kRows / 32);
    CHECK(all.shared_store.requests == 8 * kRows / 32);
    CHECK(all.shared_atomic.requests == 0);
  }

  TEST_CASE("every shared access takes the fewest passes") {
    REQUIRE(lockstep::counters_available());
    const SimtCounters all = count_weigh();
    REQUIRE(all.shared_load.requests > 0);
    INFO("16 bytes go in 4 phases of 8 lanes: 4 passes at best");
    CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
    CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
    CHECK(all.shared_atomic.wavefronts == all.shared_atomic.ideal_wavefronts);
  }

  TEST_CASE("global memory moves whole sectors") {
    REQUIRE(lockstep::counters_available());
    const SimtCounters all = count_weigh();
    INFO("a row is 128 bytes, 4 sectors");
    CHECK(all.global_read.sectors == 4 * kRows);
    CHECK(all.global_write.sectors == kRows * 4 / 32);
  }
}
