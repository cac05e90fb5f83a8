// SPDX-License-Identifier: MIT
// What lesson 32 asks for: right segment sums for every type and width.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// All values are chosen so that every sum is exact: nothing may be off.
template <typename T>
void check_sums(const std::vector<T>& in, size_t width) {
  INFO(in.size(), " values of ", sizeof(T), " bytes, width ", width);
  std::vector<T> expected((in.size() + width - 1) / width);
  for (size_t i = 0; i < in.size(); ++i) expected[i / width] += in[i];
  const DeviceBuffer<T> from(in), to(expected.size());
  sum_segments(from.data(), to.data(), int(in.size()), int(width));
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of sums");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// x[i] = values[i], y[i] = factor * values[i], both exact in half.
void check_half_sums(const std::vector<float>& values, size_t width,
                     float factor = -2) {
  INFO(values.size(), " pairs of halves, width ", width);
  std::vector<__half2> in;
  for (float v : values) in.push_back(__floats2half2_rn(v, factor * v));
  std::vector<float> expected(2 * ((in.size() + width - 1) / width)), got;
  for (size_t i = 0; i < in.size(); ++i) {
    expected[i / width * 2] += values[i];
    expected[i / width * 2 + 1] += factor * values[i];
  }
  const DeviceBuffer<__half2> from(in);
  const DeviceBuffer<float2> to(expected.size() / 2);
  sum_segments(from.data(), to.data(), int(in.size()), int(width));
  for (const float2& sum : to.download()) {
    got.insert(got.end(), {sum.x, sum.y});
  }
  const auto verdict = lockstep::compare(got, expected);
  CHECK_MESSAGE(verdict.same, "x and y by turns: ", verdict.text);
}

template <typename T>
void check_all() {
  for (size_t width : {1, 2, 4, 8, 16, 32}) {
    for (int count : {0, 1, 31, 33, 1025}) {
      check_sums(lockstep::distinct_values<T>(count, 25), width);
    }
  }
}

/// Shuffles of all 32 warps for `count` values of type T; at most 1024.
template <typename T>
uint64_t shuffles(size_t width, int count) {
  const lockstep::Recording recording;
  const std::vector<T> values(static_cast<size_t>(count));
  const DeviceBuffer<T> in(values), to(1024);
  const DeviceBuffer<float2> pairs(1024);
  if constexpr (std::is_same_v<T, __half2>) {
    sum_segments(in.data(), pairs.data(), count, int(width));
  } else {
    sum_segments(in.data(), to.data(), count, int(width));
  }
  to.download();
  REQUIRE(recording.launches() == 1);
  const SimtCounters all = recording.total();
  CHECK(all.shared.requests == 0);
  CHECK(all.local_load.requests + all.local_store.requests == 0);
  CHECK(all.global_read.bytes <= count * sizeof(T));
  const auto work =
      lockstep::judge(recording, {.global_reads = 32, .blocks = 4});
  CHECK_MESSAGE(work.fair, work.text);
  return all.shuffles;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("sums two segments of two") {
    INFO("3 + 4 and 10 + 20");
    check_sums<int>({3, 4, 10, 20}, 2);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("sums int and 64-bit values") {
    check_all<int>();
    check_all<long long>();
    INFO("ints of any size: a float would round them");
    check_sums<int>({(1 << 24) + 1, 2, 1 << 30, 1}, 2);
    check_sums<int>({INT_MAX, INT_MIN, 5, -(1 << 30) - 1}, 4);
    INFO("numbers that need more than 32 bits");
    check_sums<long long>({1ll << 40, 1ll << 33, -1, 7, 1ll << 62, 1}, 4);
  }

  TEST_CASE("sums double without losing bits") {
    check_all<double>();
    INFO("1 + 2^-50 needs 51 bits; a float has 24");
    constexpr double kTiny = 1.0 / (1ll << 50);
    check_sums<double>({1, kTiny, 3, 4 * kTiny, 1, 1 + kTiny}, 2);
    check_sums<double>({HUGE_VAL, 5, -1e300, -1e300}, 2);
  }

  TEST_CASE("sums half values in float") {
    for (size_t width : {1, 2, 4, 8, 16, 32}) {
      for (int count : {0, 1, 33, 500}) {
        check_half_sums(lockstep::distinct_values<float>(count, 25), width);
      }
    }
    INFO("2048 + 1 is 2048 in half");
    std::vector<float> ones(32, 1);
    ones[0] = 2048;
    for (size_t width : {2, 4, 8, 16, 32}) check_half_sums(ones, width);
    INFO("a million times smaller than x, y is still its own sum");
    for (size_t width : {2, 8, 32}) check_half_sums(ones, width, 0x1p-20f);
    INFO("a sum of two moves on to the first lane: 2048 and 1 in any places");
    for (size_t width : {4, 8}) {
      std::vector<float> pairs;  // a segment for each two places
      for (size_t k = 0; k < width * width; ++k) {
        std::vector<float> segment(width);
        segment[k % width] = 1;
        segment[k / width] = 2048;
        pairs.insert(pairs.end(), segment.begin(), segment.end());
      }
      check_half_sums(pairs, width);
    }
  }

  TEST_CASE("stays within the segment") {
    const double huge = 1e300;
    INFO("between huge neighbours, a sum that takes one in is seen");
    std::vector<double> in(64, huge);
    for (int i = 0; i < 8; ++i) in[8 + i] = in[40 + i] = i + 1;
    check_sums(in, 8);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("two shuffles per step for 64 bits") {
    REQUIRE(lockstep::counters_available());
    for (const int count :
         {1024, 1024 - 31, lockstep::drawn_size(769, 1023, 32)}) {
      for (const size_t width : {4, 32}) {
        const uint64_t steps = width == 4 ? 2 : 5;
        INFO(count, " values in 32 warps; width ", width, " takes ", steps,
             " steps");
        CHECK(shuffles<int>(width, count) <= 32 * steps);
        CHECK(shuffles<long long>(width, count) <= 32 * 2 * steps);
        CHECK(shuffles<double>(width, count) <= 32 * 2 * steps);
        INFO("a pair of halves becomes a pair of floats");
        CHECK(shuffles<__half2>(width, count) <= 32 * 2 * steps);
        CHECK(shuffles<int>(width, count) > 0);
      }
    }
  }
}
