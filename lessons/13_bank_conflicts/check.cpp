// SPDX-License-Identifier: MIT
// What lesson 13 asks for: a right transpose, and no access that waits.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Transposes `rows` x `columns` different values and compares all of them.
void check_transpose(int rows, int columns) {
  INFO("in: ", rows, " rows of ", columns, " values");
  const size_t r = rows, c = columns;
  const auto in = lockstep::distinct_values<float>(r * c, 7);
  std::vector<float> expected(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    expected[i % c * r + i / c] = in[i];
  }
  const DeviceBuffer<float> from(in), to(in.size());
  transpose(from.data(), to.data(), rows, columns);
  const auto verdict = lockstep::compare(to.download(), expected, {c, r});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// Transposes once, and looks at how shared memory was used.
void check_work(uint64_t rows, uint64_t columns) {
  const lockstep::Recording recording;
  check_transpose(int(rows), int(columns));
  REQUIRE(recording.launches() == 1);
  const SimtCounters all = recording.total();
  {
    INFO("0 loads from shared memory: nothing passes through the tile");
    REQUIRE(all.shared_load.requests > 0);
  }
  const uint64_t across = (columns + 31) / 32, down = (rows + 31) / 32;
  const uint64_t warps = 32 * across * down;
  INFO(rows, " rows of ", columns, " values: ", warps, " warps");
  INFO("each stores one row of its tile, and loads one column");
  CHECK(all.shared_store.wavefronts <= warps);
  CHECK(all.shared_load.wavefronts <= warps);
  CHECK(all.shared.wavefronts <= 2 * warps);  // atomics, too
  const lockstep::Work most{.global_reads = rows * across,
                            .global_writes = columns * down,
                            .shared_loads = warps,
                            .shared_stores = warps,
                            .busiest_percent = 200,
                            .blocks = across * down};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
}

// Rectangular, several tiles each way; each row is whole 32-byte sectors.
constexpr int kRows = 64, kColumns = 96;

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("transposes 2 by 3") {
    const DeviceBuffer<float> in({1, 2, 3,  //
                                  4, 5, 6});
    const DeviceBuffer<float> out(6);
    transpose(in.data(), out.data(), 2, 3);
    const auto verdict =
        lockstep::compare(out.download(), {1, 4, 2, 5, 3, 6}, {3, 2});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("transposes sizes that do not fit the tile") {
    for (int n : {0, 1, 31, 33}) {
      check_transpose(n, n);
      check_transpose(n, 1025);
      check_transpose(1023, n);
    }
    check_transpose(kRows, kColumns);
  }

  TEST_CASE("moves values of every kind bit by bit") {
    // -0, a NaN with a payload, infinity, the least number, 2^30, its negative.
    const std::vector<unsigned> bits = {0x80000000, 0x7fc00123, 0x7f800000,
                                        1,          0x4e800000, 0xce800000};
    const std::vector<unsigned> expected = {bits[0], bits[3], bits[1],
                                            bits[4], bits[2], bits[5]};
    const DeviceBuffer<unsigned> in(bits), out(bits.size());
    transpose(reinterpret_cast<const float*>(in.data()),
              reinterpret_cast<float*>(out.data()), 2, 3);
    const auto verdict = lockstep::compare(out.download(), expected, {3, 2});
    CHECK_MESSAGE(verdict.same, "out, as bits: ", verdict.text);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("every shared access takes one wavefront") {
    REQUIRE(lockstep::counters_available());
    check_work(kRows, kColumns);
    check_work(61, 95);
    check_work(lockstep::drawn_size(50, 64, 7),
               lockstep::drawn_size(90, 96, 7));
  }

  TEST_CASE("global memory moves whole sectors") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_transpose(kRows, kColumns);
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    constexpr uint64_t kSectors = kRows * kColumns * sizeof(float) / 32;
    INFO("a sector is 32 bytes; each must move once in and once out");
    CHECK(all.global_read.sectors <= kSectors);
    CHECK(all.global_write.sectors <= kSectors);
    const lockstep::Recording awkward;
    check_transpose(61, 95);
    REQUIRE(awkward.launches() == 1);
    INFO("a row of 32 values that begins inside of a sector touches 5");
    CHECK(awkward.total().global_read.sectors <= 5 * 61 * 3);
    CHECK(awkward.total().global_write.sectors <= 5 * 95 * 2);
  }
}
