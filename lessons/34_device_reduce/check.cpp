// SPDX-License-Identifier: MIT
// What lesson 34 asks for: right results for any part of an array and any
// operator; wide loads that are shared by all blocks; one value per block.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <cstdint>
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

/// Place 0 of an array of which only the part from `first` on is there.
const int* place_0(const DeviceBuffer<int>& part, long long first) {
  return reinterpret_cast<const int*>(reinterpret_cast<uintptr_t>(part.data()) -
                                      first * sizeof(int));
}

int result_of(const Values& in, Operator op) {
  int low = INT_MAX, high = INT_MIN;
  for (int v : in) low = std::min(low, v), high = std::max(high, v);
  return op == Operator::kMin   ? low
         : op == Operator::kMax ? high
                                : std::accumulate(in.begin(), in.end(), 0);
}

/// Reduces `in`, which stands at the places from `first` on, `times` times with
/// each operator and the same counter.
void check_reduce(const Values& in, long long first = 0, int times = 1) {
  const long long last = first + (long long)in.size();
  INFO(in.size(), " values, at places ", first, " to ", last - 1);
  const DeviceBuffer<int> from(in), to(1), partials(kMostPartials);
  const DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
  for (int k = 1; k <= times; ++k) {
    for (Operator op : {Operator::kSum, Operator::kMin, Operator::kMax}) {
      INFO("call ", k, " with the same counter; ",
           op == Operator::kSum   ? std::string("sum")
           : op == Operator::kMin ? std::string("min")
                                  : std::string("max"));
      reduce(place_0(from, first), first, last, to.data(), partials.data(),
             finished.data(), op);
      const int result = to.download()[0];  // throws when a launch failed
      CHECK(result == result_of(in, op));
      CHECK(finished.download()[0] == 0);
    }
  }
  CHECK_MESSAGE(partials.fences_intact(), "a thread wrote outside of partials");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

Values different(int count) {
  return lockstep::distinct_values<int>(count, 34);
}

/// All above 2^30, or all below -2^30: an identity of 0 would win. The sum
/// stays in the range, as there is only one such value; others are at its side.
Values far_from_0(int count, int sign) {
  Values values = different(count);
  for (int& value : values) value = sign * (std::abs(value) + 1);
  values[count / 2] = sign * (1 << 30);
  return values;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("reduces four values") { check_reduce({3, -1, 4, 2}); }

  TEST_CASE("reduces five values from place 8 on") {
    check_reduce({-3, -1, -4, -1, -5}, 8);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("any length, any operator") {
    for (int n : {0, 1, 3, 31, 33, 1023, 1025, 8191, 8195, 20000}) {
      check_reduce(different(n), n % 2 * 4);
    }
    for (int n : {5, 100, 9001}) {
      check_reduce(far_from_0(n, 1));
      check_reduce(far_from_0(n, -1));
    }
    check_reduce({INT_MIN, 1, 2, 3, 4, 5});
    check_reduce(different(lockstep::drawn_size(1, 40000, 34)));
  }

  TEST_CASE("places beyond an int") {
    for (long long first :
         {(1ll << 31) - 500, (1ll << 32) - 500, (1ll << 33) - 500, 1ll << 39}) {
      check_reduce(different(1003), first);
    }
    check_reduce(different(8192 * 3 + 7), (1ll << 31) - 8192);
  }

  TEST_CASE("again with the same counter") {
    check_reduce(different(30001), 4, 3);
    check_reduce(different(7), 0, 2);
  }
}

TEST_SUITE("technique") {
  // Whole tiles; a few values more; and a size of the schedule's choice.
  const int kSizes[] = {1 << 17, (1 << 17) + 5,
                        lockstep::drawn_size(1 << 16, 1 << 17, 34)};

  TEST_CASE("wide loads, whole sectors, all blocks") {
    REQUIRE(lockstep::counters_available());
    for (const int count : kSizes) {
      INFO(count, " values");
      const Values in = different(count);
      const DeviceBuffer<int> from(in), to(1), partials(kMostPartials);
      const DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
      const lockstep::Recording recording;
      reduce(from.data(), 0, count, to.data(), partials.data(), finished.data(),
             Operator::kSum);
      const int sum = to.download()[0];
      CHECK(sum == result_of(in, Operator::kSum));
      CHECK(recording.launches() <= 2);
      const SimtTraffic reads = recording.traffic(from.data()).loads;
      INFO(
          "every sector once, and 8 more; 16 bytes per lane, so 512 bytes per "
          "request, and 256 requests more");
      CHECK(reads.sectors <= (count * sizeof(int) + 31) / 32 + 8);
      CHECK(reads.requests <= count * sizeof(int) / 512 + 256);
      REQUIRE(recording.launches() > 0);
      const auto work = lockstep::judge(recording.list()[0], {.blocks = 4});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("one partial result per block") {
    REQUIRE(lockstep::counters_available());
    for (const int count : kSizes) {
      INFO(count, " values");
      const Values in = different(count);
      const DeviceBuffer<int> from(in), to(1), partials(kMostPartials);
      const DeviceBuffer<unsigned> finished(std::vector<unsigned>(1));
      const lockstep::Recording recording;
      reduce(from.data(), 0, count, to.data(), partials.data(), finished.data(),
             Operator::kSum);
      const bool waited = cudaStreamQuery(nullptr) != cudaErrorNotReady;
      const int sum = to.download()[0];
      CHECK(sum == result_of(in, Operator::kSum));
      CHECK_MESSAGE(!waited, "reduce waited for its kernels on the host");
      uint64_t blocks = 0, warps = 0;
      for (const SimtLaunch& one : recording.list()) {
        blocks += one.grid[0];
        warps += one.grid[0] * ((one.block[0] + 31) / 32);
      }
      INFO(blocks, " blocks of ", warps, " warps in all");
      CHECK(recording.traffic(partials.data()).stores.requests <= blocks);
      CHECK(recording.total().global_atomic.requests <= blocks + 2);
      INFO("barriers: two for each block_reduce, and two more");
      CHECK(recording.total().barriers <= 6 * warps);
    }
  }
}
