// SPDX-License-Identifier: MIT
// What lesson 02 asks for: enough blocks and no more, the right sums, nothing
// written after the end, and a thread for each sample.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_blocks(int n, int threads) {
  INFO("n = ", n, ", ", threads, " threads per block");
  const long long fewest = (static_cast<long long>(n) + threads - 1) / threads;
  CHECK(blocks_for(n, threads) == fewest);
}

/// Mixes n different samples and compares them all. Exactly: all values are
/// halves below 2^20, so no sum rounds.
void check_mix(int n, int threads) {
  INFO("n = ", n, ", ", threads, " threads per block");
  const auto left = lockstep::distinct_values<float>(n, 1);
  const auto right = lockstep::distinct_values<float>(n, 2);
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = left[i] + right[i];
  const DeviceBuffer<float> a(left), b(right), sum(n);
  mix(a.data(), b.data(), sum.data(), n, threads);
  const auto got = sum.download();
  const auto verdict =
      lockstep::compare(got, expected, {0, 0, static_cast<size_t>(threads)});
  CHECK_MESSAGE(verdict.same, "sum: ", verdict.text);
  CHECK_MESSAGE(sum.fences_intact(), "a thread wrote outside of sum");
  CHECK_MESSAGE((a.download() == left && b.download() == right),
                "an input was changed");
}

/// Mixes n samples whose sums lie in the middle of a longer array.
void check_neighbours(int n, int threads) {
  INFO("n = ", n, ", ", threads, " threads per block");
  constexpr int kBefore = 8, kAfter = 256;
  const auto values = lockstep::distinct_values<float>(kBefore + n + kAfter, 3);
  const DeviceBuffer<float> left(values), right(values), all(values);
  mix(left.data() + kBefore, right.data() + kBefore, all.data() + kBefore, n,
      threads);
  const auto got = all.download();
  int before = 0, after = 0;
  for (int i = 0; i < kBefore; ++i) before += got[i] != values[i];
  for (int i = kBefore + n; i < kBefore + n + kAfter; ++i) {
    after += got[i] != values[i];
  }
  CHECK_MESSAGE(before == 0, before, " values before the start of sum changed");
  CHECK_MESSAGE(after == 0, after, " values after the end of sum changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("counts the blocks of short tracks") {
    for (int n : {8, 9, 4, 1}) check_blocks(n, 4);
  }

  TEST_CASE("mixes 8 samples in 2 blocks of 4 threads") {
    INFO("left: 1 2 3 4 5 6 7 8, right: 10 20 30 40 50 60 70 80");
    const DeviceBuffer<float> left({1, 2, 3, 4, 5, 6, 7, 8});
    const DeviceBuffer<float> right({10, 20, 30, 40, 50, 60, 70, 80});
    const DeviceBuffer<float> sum(8);
    mix(left.data(), right.data(), sum.data(), 8, 4);
    const auto verdict = lockstep::compare(
        sum.download(), {11, 22, 33, 44, 55, 66, 77, 88}, {0, 0, 4});
    CHECK_MESSAGE(verdict.same, "sum: ", verdict.text);
  }

  TEST_CASE("mixes 5 samples in 2 blocks of 4 threads") {
    INFO("left: 1 2 3 4 5, right: 10 20 30 40 50");
    const DeviceBuffer<float> left({1, 2, 3, 4, 5});
    const DeviceBuffer<float> right({10, 20, 30, 40, 50});
    const DeviceBuffer<float> sum(5);
    mix(left.data(), right.data(), sum.data(), 5, 4);
    const auto verdict =
        lockstep::compare(sum.download(), {11, 22, 33, 44, 55}, {0, 0, 4});
    CHECK_MESSAGE(verdict.same, "sum: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("mixes tracks of any length") {
    const int drawn = lockstep::drawn_size(258, 999, 1);
    for (int n : {1, 31, 32, 33, 255, 256, 257, 1000, drawn}) {
      for (int threads : {256, 32, 33}) check_mix(n, threads);
    }
    check_mix(70000, 256);  // more than 16 bits can count
  }

  TEST_CASE("changes nothing before or after sum") {
    for (int n : {1, 33, 255, 257, lockstep::drawn_size(258, 999, 2)}) {
      for (int threads : {256, 32, 33}) check_neighbours(n, threads);
    }
  }

  TEST_CASE("counts the blocks of long tracks") {
    for (int threads : {256, 255, 100}) {
      check_blocks(44100, threads);
      check_blocks(2000000000, threads);
      check_blocks(1999999999, threads);
      check_blocks(lockstep::drawn_size(257, 1999999998, threads), threads);
    }
    check_blocks((1 << 24) + 1, 1);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each sample has a thread of its own") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1024, 1000, lockstep::drawn_size(900, 1100, 3)}) {
      for (int threads : {256, 96}) {
        const lockstep::Recording recording;
        check_mix(n, threads);
        INFO("n = ", n, ", ", threads, " threads per block");
        REQUIRE(recording.launches() == 1);
        const SimtLaunch launch = recording.list().front();
        const uint64_t blocks = (n + threads - 1) / threads;
        const uint64_t warps = blocks * ((threads + 31) / 32);
        // A second read of a sample is no fault here.
        const lockstep::Work most{.global_reads = 4 * warps,
                                  .global_writes = warps,
                                  .lanes_percent = 75,
                                  .busiest_percent = 150};
        const auto work = lockstep::judge(launch, most);
        CHECK_MESSAGE(work.fair, work.text);
        CHECK(launch.grid[0] <= blocks);
        INFO("bytes written; a sample has 4");
        CHECK(launch.counters.global_write.bytes <= 4 * uint64_t(n));
      }
    }
  }
}
