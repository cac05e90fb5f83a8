// SPDX-License-Identifier: MIT
// What lesson 33 asks for: the result of any block with any operator, in every
// thread, call after call; by shuffles, with few barriers.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<int>;

namespace {

std::string name_of(Operator op) {
  return op == Operator::kSum       ? "sum"
         : op == Operator::kProduct ? "product"
         : op == Operator::kMin     ? "min"
                                    : "max";
}

int apply(Operator op, int a, int b) {
  return op == Operator::kSum       ? a + b
         : op == Operator::kProduct ? a * b
         : op == Operator::kMin     ? std::min(a, b)
                                    : std::max(a, b);
}

/// Reduces the rows of `in` and compares what every thread got.
void check_stretches(const Values& in, int rows, int threads, Operator op) {
  const int columns = int(in.size()) / rows;
  INFO(name_of(op), " of blocks of ", threads, " threads; ", rows,
       " call(s) in a row, ", columns, " values each");
  Values expected(in.size());
  for (int r = 0; r < rows; ++r) {
    for (int first = 0; first < columns; first += threads) {
      const auto begin = in.begin() + r * columns + first;
      const int many = std::min(threads, columns - first);
      int result = *begin;
      for (int i = 1; i < many; ++i) result = apply(op, result, begin[i]);
      std::fill_n(expected.begin() + r * columns + first, many, result);
    }
  }
  const DeviceBuffer<int> from(in), to(in.size());
  reduce_stretches(from.data(), to.data(), rows, columns, threads, op);
  const auto verdict =
      lockstep::compare(to.download(), expected,
                        {size_t(rows), size_t(columns), size_t(threads)});
  CHECK_MESSAGE(verdict.same,
                "row r is call r, one column per thread: ", verdict.text);
}

Values different(int count) {
  return lockstep::distinct_values<int>(count, 33);
}

/// Nothing but signs, so that no product leaves the range of an int; with few
/// of one kind, so that each counts.
Values signs(int count) {
  Values values = different(count);
  for (int& value : values) value = value % 7 == 0 ? -1 : 1;
  return values;
}

/// All above 2^30, or all below -2^30.
Values far_from_0(int count, int sign) {
  Values values = different(count);
  for (int& value : values) value = sign * ((1 << 30) + std::abs(value));
  return values;
}

constexpr Operator kAll[] = {Operator::kSum, Operator::kProduct, Operator::kMin,
                             Operator::kMax};

/// Four operators, one call each, with as many values as threads.
void check_block(int threads) {
  check_stretches(different(threads), 1, threads, Operator::kSum);
  check_stretches(signs(threads), 1, threads, Operator::kProduct);
  check_stretches(far_from_0(threads, 1), 1, threads, Operator::kMin);
  check_stretches(far_from_0(threads, -1), 1, threads, Operator::kMax);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("reduces three values") {
    for (const Operator op : kAll) check_stretches({3, -1, 4}, 1, 3, op);
  }

  TEST_CASE("reduces two warps") {
    check_stretches(different(64), 1, 64, Operator::kSum);
    check_stretches(different(64), 1, 64, Operator::kMax);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("any size of block, any operator") {
    for (int threads : {1, 31, 32, 33, 40, 63, 1000, 1024}) {
      check_block(threads);
    }
    check_block(lockstep::drawn_size(65, 1023, 33));
  }

  TEST_CASE("values that no float holds") {
    check_stretches({INT_MIN, INT_MAX, 5}, 1, 3, Operator::kMin);
    check_stretches({INT_MIN, INT_MAX, 5}, 1, 3, Operator::kMax);
    check_stretches({1 << 30, 1, 1, 1, 1}, 1, 5, Operator::kSum);
    check_stretches({46337, 46327}, 1, 2, Operator::kProduct);
  }

  TEST_CASE("call after call") {
    for (int threads : {32, 40, 256, lockstep::drawn_size(257, 999, 34)}) {
      check_stretches(different(5 * threads), 5, threads, Operator::kSum);
      check_stretches(different(3 * threads), 3, threads, Operator::kMax);
      // Two blocks; threads of the second one have no value.
      check_stretches(different(2 * (threads + 9)), 2, threads, Operator::kMin);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("two barriers per call, and one value per warp") {
    REQUIRE(lockstep::counters_available());
    for (const int threads : {256, 1000, lockstep::drawn_size(225, 1023, 33)}) {
      constexpr uint64_t kBlocks = 4, kCalls = 3;
      const lockstep::Recording recording;
      check_stretches(different(kCalls * kBlocks * threads), kCalls, threads,
                      Operator::kSum);
      REQUIRE(recording.launches() == 1);
      const uint64_t warps = (threads + 31) / 32;
      const uint64_t calls = kBlocks * kCalls;
      INFO(calls, " calls by ", warps, " warps");
      const lockstep::Work most{.global_atomics = 0,
                                .shared = calls * (3 * warps + 2),
                                .shared_atomics = 0,
                                .barriers = calls * 2 * warps,
                                .blocks = kBlocks};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
      INFO("shuffles: at most six per warp, and six for what the warps stored");
      CHECK(recording.total().shuffles <= calls * 12 * warps);
    }
  }
}
