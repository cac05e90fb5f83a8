// SPDX-License-Identifier: MIT
// What lesson 34 asks for: right results for any operator, length and block;
// few barriers; wide loads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<int>;

namespace {

/// Runs all three operators on `in`.
void check_reduce(const Values& in) {
  INFO(in.size(), " values");
  int low = INT_MAX, high = INT_MIN;
  for (int v : in) low = std::min(low, v), high = std::max(high, v);
  const Values expected = {std::accumulate(in.begin(), in.end(), 0), low, high};
  const DeviceBuffer<int> from(in), to(3), partials(kMostPartials);
  const auto count = static_cast<long long>(in.size());
  int k = 0;
  for (Operator op : {Operator::kSum, Operator::kMin, Operator::kMax}) {
    reduce(from.data(), to.data() + k++, partials.data(), count, op);
  }
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "sum, min, max: ", verdict.text);
  CHECK_MESSAGE(partials.fences_intact(), "a thread wrote outside of partials");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

void check_ranges(const Values& in, int threads) {
  INFO(in.size(), " values, blocks of ", threads, " threads");
  Values low, high;
  for (size_t first = 0; first < in.size(); first += threads) {
    const auto begin = in.begin() + first;
    const auto end = begin + std::min(in.size() - first, size_t(threads));
    low.push_back(*std::min_element(begin, end));
    high.push_back(*std::max_element(begin, end));
  }
  const DeviceBuffer<int> from(in), lows(low.size()), highs(low.size());
  block_ranges(from.data(), lows.data(), highs.data(), int(in.size()), threads);
  const auto least = lockstep::compare(lows.download(), low);
  const auto most = lockstep::compare(highs.download(), high);
  CHECK_MESSAGE(least.same, "lows: ", least.text);
  CHECK_MESSAGE(most.same, "highs: ", most.text);
}

Values different(int count) {
  return lockstep::distinct_values<int>(count, 26);
}

/// All below 0, or all above: an identity of 0 would win.
Values one_sign(int count, int sign) {
  Values values = different(count);
  for (int& value : values) value = sign * std::abs(value);
  return values;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("reduces four values") { check_reduce({3, -1, 4, 2}); }

  TEST_CASE("finds the range of two blocks") {
    check_ranges({5, 9, 7, -3, -8, -1}, 3);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("ranges of any size of block") {
    for (int threads : {1, 31, 32, 33, 40, 1000, 1024}) {
      check_ranges(different(2 * threads), threads);
      check_ranges(one_sign(threads + 7, 1), threads);
      check_ranges(one_sign(threads + 7, -1), threads);
    }
  }

  TEST_CASE("reduces any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025, 8191, 20000}) {
      check_reduce(different(n));
    }
    check_reduce(one_sign(100, 1));
    check_reduce(one_sign(100, -1));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one barrier a call and one between calls") {
    REQUIRE(lockstep::counters_available());
    for (const int threads : {256, 1000, lockstep::drawn_size(225, 1023, 34)}) {
      const lockstep::Recording recording;
      check_ranges(different(4 * threads), threads);
      REQUIRE(recording.launches() == 1);
      const SimtCounters all = recording.total();
      const uint64_t warps = 4 * ((threads + 31) / 32);
      INFO("4 blocks of ", threads, " threads, ", warps,
           " warps; two calls of block_reduce in a row");
      CHECK(all.barriers <= 3 * warps);
      INFO("a warp stores one slot per call; the first loads them");
      CHECK(all.shared_store.requests <= 2 * warps);
      CHECK(all.atomics == 0);
      const auto work = lockstep::judge(recording, {.blocks = 4});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("loads are wide and move whole sectors") {
    REQUIRE(lockstep::counters_available());
    // Whole tiles; a few values more; and a size of the schedule's choice.
    for (const int count :
         {1 << 17, (1 << 17) + 5, lockstep::drawn_size(1 << 16, 1 << 17, 34)}) {
      INFO(count, " values");
      const Values in = different(count);
      const DeviceBuffer<int> from(in), to(1), partials(kMostPartials);
      const lockstep::Recording recording;
      reduce(from.data(), to.data(), partials.data(), count, Operator::kSum);
      CHECK(to.download()[0] == std::accumulate(in.begin(), in.end(), 0));
      CHECK(recording.launches() <= 2);
      const SimtTraffic reads = recording.traffic(from.data()).loads;
      INFO(
          "every sector once; 16 bytes per lane, so 512 bytes per request; the "
          "values after the last whole tile may be read one by one");
      CHECK(reads.sectors <= (count * sizeof(int) + 31) / 32);
      const uint64_t whole = count / 8192 * 8192;
      CHECK(reads.requests <=
            whole * sizeof(int) / 512 + (count - whole + 31) / 32);
      uint64_t warps = 0;
      for (const SimtLaunch& one : recording.list()) {
        warps += one.grid[0] * ((one.block[0] + 31) / 32);
      }
      INFO(warps, " warps; one block_reduce each, one barrier");
      CHECK(recording.total().barriers <= warps);
      CHECK(recording.total().atomics == 0);
      CHECK(recording.list()[0].grid[0] > 1);
    }
  }
}
