// SPDX-License-Identifier: MIT
// What common/compare.h says of results that are wrong in a known way.
#include "common/compare.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <vector>

namespace {

using lockstep::compare;
using Ints = std::vector<int>;

Ints numbers() { return lockstep::distinct_values<int>(100, 3); }

std::string verdict(const Ints& got, lockstep::Layout layout = {}) {
  return compare(got, numbers(), layout).text;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

TEST_CASE("inputs differ from each other and follow the seed") {
  const auto values = lockstep::distinct_values<float>(1000, 1);
  CHECK(std::set<float>(values.begin(), values.end()).size() == 1000);
  CHECK(values == lockstep::distinct_values<float>(1000, 1));
  CHECK(values != lockstep::distinct_values<float>(1000, 2));
  for (float value : values) {
    REQUIRE(std::fabs(value) >= 1.5);
    REQUIRE(std::fabs(value) <= 501);
  }
  const Ints ints = numbers();
  CHECK(std::count(ints.begin(), ints.end(), 0) == 0);
  CHECK(std::count(ints.begin(), ints.end(), -1) == 0);
}

TEST_CASE("equal values pass, also empty ones") {
  CHECK(compare(numbers(), numbers()).same);
  CHECK(compare(Ints{}, Ints{}).same);
  CHECK(compare(numbers(), numbers()).text.empty());
}

TEST_CASE("the first wrong index comes with expected, got and how many") {
  Ints got = numbers();
  got[5] += 1000;
  got[70] += 1000;
  const std::string text = verdict(got, {10, 10, 0});
  CHECK(text == "first wrong at [5] (row 0, column 5): expected " +
                    std::to_string(numbers()[5]) + ", got " +
                    std::to_string(got[5]) + "; 2 of 100 wrong");
}

TEST_CASE("a shift by one is named") {
  Ints got = numbers();
  std::rotate(got.begin(), got.begin() + 1, got.end());
  CHECK(ends_with(verdict(got), ": each is its right neighbour's value"));
  got = numbers();
  std::rotate(got.begin(), got.end() - 1, got.end());
  CHECK(ends_with(verdict(got), ": each is its left neighbour's value"));
}

TEST_CASE("swapped rows and columns are named, rectangular ones too") {
  const auto in = lockstep::distinct_values<float>(12, 1);
  std::vector<float> transposed(12);
  for (int i = 0; i < 12; ++i) transposed[i % 3 * 4 + i / 3] = in[i];
  CHECK(ends_with(compare(in, transposed, {3, 4, 0}).text,
                  ": rows and columns are swapped"));
}

TEST_CASE("whole warps, whole blocks and edges of blocks are named") {
  Ints got = numbers();
  for (int i = 32; i < 64; ++i) got[i] = 0;
  CHECK(ends_with(verdict(got), ": whole warps"));
  CHECK(ends_with(verdict(got, {0, 0, 16}), ": whole blocks"));
  got = numbers();
  got[15] = got[16] = got[48] = 0;
  CHECK(ends_with(verdict(got, {0, 0, 16}), ": at edges of blocks"));
  got[3] = 0;
  CHECK(ends_with(verdict(got, {0, 0, 16}), " wrong"));
}

TEST_CASE("a few values that fit by chance are no pattern") {
  Ints zeros(64 * 64);  // a histogram: most of it is its own transposed
  zeros[5] = 1;
  Ints got = zeros;
  got[5] = 0;
  CHECK(ends_with(compare(got, zeros, {64, 64, 0}).text, " wrong"));
  CHECK(ends_with(compare(got, zeros, {0, 0, 5}).text, " wrong"));
}

TEST_CASE("whole rows, and warps that are right in lane 0 only, are named") {
  Ints got = numbers();
  for (int i = 20; i < 30; ++i) got[i] = 0;
  CHECK(ends_with(verdict(got, {10, 10, 0}), ": whole rows"));
  got[20] = numbers()[20];
  CHECK(ends_with(verdict(got, {10, 10, 0}), " wrong"));
  got = numbers();
  for (int i = 0; i < 100; ++i) got[i] += i % 32 > 0 ? 1000 : 0;
  CHECK(ends_with(verdict(got), ": right in lane 0 of each warp only"));
  got[32] = 0;
  CHECK(ends_with(verdict(got), " wrong"));
}

TEST_CASE("a last warp that is not full is still a whole warp") {
  Ints got = numbers();
  for (int i = 96; i < 100; ++i) got[i] = 0;
  CHECK(ends_with(verdict(got), ": whole warps"));
}

TEST_CASE("poison that nobody overwrote is named") {
  Ints got = numbers();
  got[7] = -1;
  CHECK(ends_with(verdict(got), ": they hold what unset memory holds"));
}

TEST_CASE("NaN is wrong with any tolerance") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto result = compare<float>({1, nan}, {1, 2}, {}, 100);
  CHECK_FALSE(result.same);
  CHECK(result.text == "first wrong at [1]: expected 2, got nan; 1 of 2 wrong");
}

TEST_CASE("64-bit integers compare beyond what a double can hold") {
  const long long big = 1LL << 60;
  CHECK_FALSE(compare<long long>({big + 1}, {big}).same);
}

TEST_CASE("a float sum may be off by one rounding an addition") {
  CHECK(lockstep::float_sum_tolerance(1, 10) == 0);
  const double bound = lockstep::float_sum_tolerance(3, 8);
  CHECK(bound >= 2 * 8 / 16777216.0);
  CHECK(bound <= 2.1 * 8 / 16777216.0);
  CHECK(compare<float>({8}, {8 + 1e-6f}, {}, bound).same);
  CHECK_FALSE(compare<float>({8}, {8.00001f}, {}, bound).same);
}
