// SPDX-License-Identifier: MIT
// What lesson 07 asks for: right values in any part of an array with any grid,
// and work that is shared by all of its threads.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdint>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Place 0 of an array of which only the part from `first` on is there.
float* place_0(const DeviceBuffer<float>& part, long long first) {
  return reinterpret_cast<float*>(reinterpret_cast<uintptr_t>(part.data()) -
                                  first * sizeof(float));
}

/// Computes n different values from `first` on, and compares them all. Exactly:
/// all are halves below 2^20, so neither the product nor the sum rounds.
void check_part(long long first, int n, int blocks, int threads) {
  INFO("places ", first, " to ", first + n - 1, ": ", n, " values; ", blocks,
       " blocks of ", threads, " threads");
  const auto x = lockstep::distinct_values<float>(n, 1);
  auto expected = lockstep::distinct_values<float>(n, 2);
  const DeviceBuffer<float> dx =
      n ? DeviceBuffer<float>(x) : DeviceBuffer<float>(1);
  const DeviceBuffer<float> dy =
      n ? DeviceBuffer<float>(expected) : DeviceBuffer<float>(1);
  add_scaled(3, place_0(dx, first), place_0(dy, first), first, first + n,
             blocks, threads);
  const bool intact = dy.fences_intact();  // waits
  CHECK_MESSAGE(intact, "a thread wrote outside of the part of y");
  if (n == 0) return;
  for (int i = 0; i < n; ++i) expected[i] += 3 * x[i];
  const auto verdict =
      lockstep::compare(dy.download(), expected, {0, 0, size_t(threads)});
  CHECK_MESSAGE(verdict.same, "y, counted from the first: ", verdict.text);
  CHECK_MESSAGE(dx.download() == x, "x was changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("computes 3 values") {
    const DeviceBuffer<float> x({1, 2, 3}), y({10, 20, 30});
    INFO("a = 2, x = 1 2 3, y = 10 20 30; one block of 4 threads");
    add_scaled(2, x.data(), y.data(), 0, 3, 1, 4);
    const auto verdict = lockstep::compare(y.download(), {12, 24, 36});
    CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any length and any grid") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) {
      for (long long first : {0, 5}) {
        check_part(first, n, 1, 32);
        check_part(first, n, 3, 64);
        check_part(first, n, 2, 33);
        check_part(first, n, 9, 128);
      }
    }
    check_part(lockstep::drawn_size(1, 99, 7), lockstep::drawn_size(34, 999, 7),
               3, 32);
  }

  TEST_CASE("works for places beyond an int") {
    for (long long first : {(1ll << 31) - 50, (1ll << 32) - 50, 1ll << 39}) {
      check_part(first, 100, 1, 32);
      check_part(first, 100, 4, 64);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each value is read and written once") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1024, 1025, lockstep::drawn_size(800, 1500, 7)}) {
      const lockstep::Recording recording;
      check_part(0, n, 3, 64);
      REQUIRE(recording.launches() == 1);
      const SimtCounters all = recording.total();
      INFO("bytes: 4 for each value of x and of y");
      CHECK(all.global_read.bytes <= 2 * 4 * n);
      CHECK(all.global_write.bytes <= 4 * n);
    }
  }

  TEST_CASE("neighbouring threads take neighbouring values") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1024, 1000, lockstep::drawn_size(800, 1500, 8)}) {
      const lockstep::Recording recording;
      check_part(0, n, 8, 32);
      // Of full warps, and a quarter more: compilers unroll a loop in a way
      // that splits the warp where the part ends.
      const uint64_t requests = (n + 31) / 32 * 5 / 4;  // for one array
      const lockstep::Work most{.global_reads = 2 * requests,
                                .global_writes = requests};
      const auto work = lockstep::judge(recording, most);
      CHECK_MESSAGE(work.fair, work.text);
      const SimtCounters all = recording.total();
      INFO("sectors of 32 bytes that were read, and 5/4 of those with values");
      CHECK(all.global_read.sectors <= all.global_read.ideal_sectors * 5 / 4);
    }
  }
}
