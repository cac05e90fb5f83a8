// SPDX-License-Identifier: MIT
// What lesson 11 asks for: right means, no more shared memory than is used, and
// each reading loaded once.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> averaged(const std::vector<double>& value,
                             const std::vector<unsigned char>& good,
                             int columns) {
  std::vector<double> out;
  for (int i = 0; i < int(value.size()); ++i) {
    const int j = i % columns;
    double sum = 0;
    int count = 0;
    for (int k = i - kReach; k <= i + kReach; ++k) {
      const bool inside = j + k - i >= 0 && j + k - i < columns;
      if (inside && good[k]) sum += value[k], ++count;
    }
    out.push_back(count > 0 ? sum / count : 0);
  }
  return out;
}

void check_average(const std::vector<double>& value,
                   const std::vector<unsigned char>& good, int rows,
                   int columns) {
  const DeviceBuffer<double> from(value), to(value.size());
  const DeviceBuffer<unsigned char> marks(good);
  average(from.data(), marks.data(), to.data(), rows, columns);
  std::vector<double> got = to.download();
  std::vector<double> expected = averaged(value, good, columns);
  for (size_t i = 0; i < got.size(); ++i) {  // NaN equals nothing, not even NaN
    if (std::isnan(got[i]) && std::isnan(expected[i])) got[i] = expected[i] = 0;
  }
  const auto verdict =
      lockstep::compare(got, expected, {size_t(rows), size_t(columns)});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(marks.download() == good, "the marks were changed");
}

/// Averages different readings, about a third of them bad. Exactly: sums of
/// seven halves do not round, and both sides divide the same numbers.
void check_average(int rows, int columns) {
  INFO(rows, " rows of ", columns, " readings");
  const size_t size = size_t(rows) * columns;
  auto value = lockstep::distinct_values<double>(size, 5);
  std::vector<unsigned char> good(size);
  for (size_t i = 0; i < size; ++i) {
    good[i] =
        int(2 * value[i]) % 3 != 0 && i % 50 > 7;  // some rows of bad ones
    // A sensor that fails may give any number.
    if (!good[i]) value[i] = kInfinity;
  }
  check_average(value, good, rows, columns);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("averages one row of 6") {
    INFO("value = 8 100 4 6 2 100, good = 1 0 1 1 1 0");
    check_average({8, 100, 4, 6, 2, 100}, {1, 0, 1, 1, 1, 0}, 1, 6);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("averages rows of any length") {
    for (int columns : {0, 1, 7, 31, 33, 256, 1023, 1024}) {
      check_average(2, columns);
    }
    check_average(0, 32);
    check_average(40, 33);
    check_average(3, lockstep::drawn_size(1, 1024, 5));
  }

  TEST_CASE("averages values of any size") {
    std::vector<double> value(2 * 64, -0.0);
    value[4] = std::nan(""), value[20] = kInfinity, value[30] = -kInfinity;
    value[32] = kInfinity, value[50] = 0x1p-1074, value[63] = kInfinity;
    // No number is left that could stand for a bad reading.
    const double largest = std::numeric_limits<double>::max();
    int place = 64 + kReach;
    for (double one : {-1., 1., largest, -largest, 1e308, -1e308, 1e9, -999.,
                       std::numeric_limits<double>::min()}) {
      value[place] = one, place += 2 * kReach + 1;
    }
    INFO("2 rows of 64 good readings, 15 of them not 0");
    check_average(value, std::vector<unsigned char>(2 * 64, 1), 2, 64);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("asks for the bytes that it touches") {
    REQUIRE(lockstep::counters_available());
    for (int columns : {1024, 33, lockstep::drawn_size(100, 1000, 5)}) {
      const lockstep::Recording recording;
      check_average(3, columns);
      REQUIRE(recording.launches() == 1);
      const SimtLaunch launch = recording.list()[0];
      INFO(columns, " columns and 3 beyond each end: 8 and 1 bytes for each");
      INFO("up to 15 bytes more, for an address that is a multiple of 16");
      CHECK(launch.static_shared_bytes == 0);
      CHECK(launch.dynamic_shared_bytes <= 9u * (columns + 2 * kReach) + 15);
      CHECK(launch.dynamic_shared_bytes <=
            launch.dynamic_shared_bytes_touched + 15);
    }
  }

  TEST_CASE("a block loads each reading once") {
    REQUIRE(lockstep::counters_available());
    constexpr uint64_t kRows = 3;
    for (int columns : {256, 333, lockstep::drawn_size(200, 1000, 5)}) {
      const lockstep::Recording recording;
      check_average(kRows, columns);
      REQUIRE(recording.launches() == 1);
      INFO(columns, " columns: 8 bytes for each value, 1 for each mark");
      const uint64_t bytes = recording.total().global_read.bytes;
      CHECK(bytes >= kRows * columns);
      CHECK(bytes <= 9 * kRows * columns);
      const uint64_t warps = (columns + 31) / 32 * kRows;
      const lockstep::Work most{.global_reads = 2 * warps,
                                .global_writes = warps,
                                .busiest_percent = 200,
                                .blocks = kRows};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
    }
  }
}
