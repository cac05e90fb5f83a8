// SPDX-License-Identifier: MIT
// What lesson 56 asks for: right values for any row, masked, huge or with a
// NaN; a row that a block can keep is read once, a longer one twice.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<float>;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Values in [low, high) that follow `seed`. The last one of each row is the
/// largest, the first one the next: whoever leaves one out sees it.
Values numbers(size_t rows, size_t columns, float low = -9, float high = 7) {
  std::mt19937 random(unsigned(56 * rows + columns));
  Values values(rows * columns);
  for (auto& v : values)
    v = low + (high - low) * float(random() % 65536) / 65536;
  for (size_t r = 0; r < rows && columns > 0; ++r) {
    values[r * columns] = high;
    values[(r + 1) * columns - 1] = high + 2;
  }
  return values;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

/// What a row should become, in double.
std::vector<double> expected_row(const float* in, size_t columns) {
  double largest = -kInfinity, sum = 0;
  bool wild = false;  // NaN or +infinity
  for (size_t c = 0; c < columns; ++c) {
    wild = wild || !(in[c] < kInfinity);
    largest = std::max(largest, double(in[c]));
  }
  std::vector<double> row(columns, wild ? kNaN : 0);
  if (wild || largest == -kInfinity) return row;
  for (size_t c = 0; c < columns; ++c) sum += std::exp(in[c] - largest);
  for (size_t c = 0; c < columns; ++c) row[c] = std::exp(in[c] - largest) / sum;
  return row;
}

struct Counted {
  SimtCounters all;
  SimtTraffic out;
  uint64_t exponentials;  // 32 for each that a warp executes
  lockstep::WorkVerdict work;
};

/// Runs it. A value may be off by 3 parts in 100,000: the argument of exp is
/// rounded, which makes up to 1 of them where it is near -100.
Counted check_softmax(const Values& in, size_t rows, size_t columns) {
  INFO(rows, " rows of ", columns, " values");
  const DeviceBuffer<float> from(in), to(in.size());
  const lockstep::Recording recording;
  softmax(from.data(), to.data(), int(rows), int(columns));
  const Values got = to.download(), after = from.download();
  std::string text;
  for (size_t r = 0; r < rows && text.empty(); ++r) {
    const auto row = expected_row(&in[r * columns], columns);
    for (size_t c = 0; c < columns && text.empty(); ++c) {
      const double is = got[r * columns + c], off = std::fabs(is - row[c]);
      const bool wild = row[c] != row[c];
      if (wild ? is != is : off <= 3e-5 * row[c] + 1e-37) continue;
      text = "first wrong at row " + std::to_string(r) + ", column " +
             std::to_string(c) + ": expected " + number(row[c]) + ", got " +
             number(is);
    }
  }
  CHECK_MESSAGE(text.empty(), text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of `out`");
  CHECK_MESSAGE(std::memcmp(after.data(), in.data(), 4 * in.size()) == 0,
                "the input was changed");
  CHECK(recording.launches() <= 1);
  // Of work, the bound on lanes and on the busiest warp, and a block per row.
  return {recording.total(), recording.traffic(to.data()).stores,
          32 * recording.instructions("ex2.*"),
          lockstep::judge(recording, {.blocks = rows})};
}

/// A matrix that is read `reads` times. Sectors: a quarter more where rows do
/// not begin at a multiple of 16 bytes; bytes: one request more per row.
Counted judge(size_t rows, size_t columns, uint64_t reads) {
  REQUIRE(lockstep::counters_available());
  const Counted counted = check_softmax(numbers(rows, columns), rows, columns);
  INFO(rows, " rows of ", columns, " values, read ", reads, " time(s)");
  const uint64_t bytes = 4 * rows * (columns + 128), sectors = bytes / 32;
  CHECK(counted.all.global_read.bytes <= reads * bytes);
  CHECK(counted.all.global_read.sectors <= reads * sectors * 5 / 4);
  CHECK(counted.all.global_write.bytes <= bytes);
  CHECK(counted.out.sectors <= sectors * 5 / 4);
  INFO("local memory is device memory, not registers");
  CHECK(counted.all.local_load.requests == 0);
  CHECK_MESSAGE(counted.work.fair, counted.work.text);
  return counted;
}

/// `values` with `value` at `places` of row 1 of 3.
void check_with(float value, size_t columns, std::vector<size_t> places) {
  Values in = numbers(3, columns);
  for (const size_t c : places) in[columns + c] = value;
  INFO("row 1 holds ", value, " at ", places.size(), " place(s)");
  check_softmax(in, 3, columns);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("four values") {
    INFO("exp gives 1, 2, 4 and 1; their sum is 8");
    const float two = std::log(2.0f);
    check_softmax({0, two, 2 * two, 0}, 1, 4);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("rows of any length") {
    for (size_t n : {1, 2, 3, 31, 33, 127, 512, 513, 1000, 4095}) {
      check_softmax(numbers(3, n), 3, n);
    }
    for (size_t n : {0, 8191, 8192, 8193, 8196, 20001, 100000}) {
      check_softmax(numbers(1, n), 1, n);
    }
    for (size_t rows : {0, 1, 2, 77})
      check_softmax(numbers(rows, 70), rows, 70);
  }

  TEST_CASE("values that exp cannot take") {
    INFO("exp(89) is infinity, exp(-104) is 0");
    for (size_t n : {5, 640, 700, 9000}) {
      for (float low : {80.0f, 3000.0f, -140.0f, -3000.0f, 3e6f}) {
        check_softmax(numbers(2, n, low, low + 30), 2, n);
      }
      const float most = std::numeric_limits<float>::max();
      Values ends(n, -most);
      ends[n / 2] = most;
      check_softmax(ends, 1, n);
      check_softmax(Values(n, -most), 1, n);
      check_softmax(Values(n, -0.0f), 1, n);
    }
  }

  TEST_CASE("masked values") {
    for (size_t n : {4, 64, 700, 9000}) {
      for (size_t left : {size_t{0}, size_t{1}, n / 2}) {
        INFO("the first ", left, " values of a row are not masked");
        Values in = numbers(3, n);
        for (size_t c = left; c < n; ++c) in[n + c] = -kInfinity;
        check_softmax(in, 3, n);
        INFO("or the last");
        std::reverse(in.begin() + n, in.begin() + 2 * n);
        check_softmax(in, 3, n);
      }
    }
  }

  TEST_CASE("a NaN spreads over its row") {
    for (size_t n : {1, 100, 700, 9000}) {
      for (float value : {kNaN, kInfinity}) {
        check_with(value, n, {n / 3});
        check_with(value, n, {n - 1, 0});
      }
      Values in = numbers(2, n);
      for (size_t c = 0; c < n; ++c) in[c] = c % 2 == 0 ? kNaN : -kInfinity;
      check_softmax(in, 2, n);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a row that fits is read once") {
    judge(16, 4096, 1);
    judge(12, 1023, 1);
    judge(2, kKept, 1);
    judge(9, lockstep::drawn_size(2100, 4000, 56), 1);
  }

  TEST_CASE("a longer row is read twice") {
    judge(3, 4 * lockstep::drawn_size(2100, 4000, 57), 2);
    judge(2, 20001, 2);
    const Counted counted = judge(1, 100000, 2);
    INFO("exponentials for 100000 values: fewer than 3 each");
    CHECK(counted.exponentials < 300000);
  }
}
