// SPDX-License-Identifier: MIT
// What lesson 15 asks for: right sums, wide loads, no access that waits.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Adds up `rows` rows and compares all sums. Exactly: the values are whole
/// numbers below 1000, so all sums stay below 2^24 and do not round.
void check_rows(int rows) {
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
  weighted_sums(from.data(), to.data(), rows);
  const auto verdict = lockstep::compare(to.download(), expected, {0, 0, 128});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// Whole blocks, an awkward number of rows, and one drawn from the seed.
const int kSizes[] = {512, 1001, lockstep::drawn_size(300, 1200, 9)};

/// The counts of one launch that adds up so many rows; its work is shared.
SimtCounters count_rows(int rows) {
  const lockstep::Recording recording;
  check_rows(rows);
  REQUIRE(recording.launches() == 1);
  const uint64_t warps = (rows + 31) / 32;
  const lockstep::Work most{.global_reads = kVectors * warps,
                            .global_writes = 8 * warps,
                            .busiest_percent = 150,
                            .blocks = warps / 4};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
  return recording.total();
}

/// Rows are read in shared memory.
void require_loads(const SimtCounters& all) {
  INFO("0 loads from shared memory: what a thread reads alone, and stored");
  INFO("itself, the compiler keeps in a register");
  REQUIRE(all.shared_load.requests > 0);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("adds up one row") {
    INFO("the row is 1 0 0 ... 0 2, so the sum is 1 * 1 + 32 * 2 = 65");
    std::vector<float> row(kColumns);
    row.front() = 1, row.back() = 2;
    const DeviceBuffer<float> in(row), out(1);
    weighted_sums(in.data(), out.data(), 1);
    const auto verdict = lockstep::compare(out.download(), {65});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds up any number of rows") {
    for (int rows : {0, 1, 31, 33, 127, 128, 129, 1023, 1025}) {
      check_rows(rows);
    }
  }

  TEST_CASE("keeps an infinity and a NaN in their rows") {
    constexpr int kRows = 200, kInfinity = 33, kNan = 77;
    std::vector<float> in(kRows * kColumns, -0.0f);
    in[kInfinity * kColumns + 5] = HUGE_VALF;
    in[kNan * kColumns + 31] = NAN;
    const DeviceBuffer<float> from(in), to(kRows);
    weighted_sums(from.data(), to.data(), kRows);
    const std::vector<float> out = to.download();
    for (int r = 0; r < kRows; ++r) {
      INFO("row ", r, " of ", kRows);
      if (r == kNan) {
        REQUIRE(std::isnan(out[r]));
      } else {
        REQUIRE(out[r] == (r == kInfinity ? HUGE_VALF : 0));
      }
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a row takes 8 wide stores and 8 wide loads") {
    REQUIRE(lockstep::counters_available());
    for (int rows : kSizes) {
      const SimtCounters all = count_rows(rows);
      require_loads(all);
      const uint64_t warps = (rows + 31) / 32;
      INFO(rows, " rows: ", warps, " warps, and 8 vectors per lane");
      CHECK(all.shared_load.requests <= kVectors * warps);
      CHECK(all.shared_store.requests <= kVectors * warps);
      CHECK(all.shared_atomic.requests == 0);
    }
  }

  TEST_CASE("every shared access takes the fewest wavefronts") {
    REQUIRE(lockstep::counters_available());
    for (int rows : kSizes) {
      const SimtCounters all = count_rows(rows);
      require_loads(all);
      INFO("4 phases of 8 lanes with 16 bytes each: 4 wavefronts at best");
      CHECK(all.shared_store.wavefronts <= all.shared_store.ideal_wavefronts);
      CHECK(all.shared_load.wavefronts <= all.shared_load.ideal_wavefronts);
      CHECK(all.shared_atomic.wavefronts == 0);
    }
  }

  TEST_CASE("global memory moves whole sectors") {
    REQUIRE(lockstep::counters_available());
    for (int rows : kSizes) {
      const SimtCounters all = count_rows(rows);
      INFO(rows, " rows of 128 bytes, 4 sectors each");
      CHECK(all.global_read.sectors <= 4 * uint64_t(rows));
      CHECK(all.global_write.sectors <= uint64_t(rows + 7) / 8);
    }
  }
}
