// SPDX-License-Identifier: MIT
// What lesson 35 asks for: right products for any size, whole sectors, wide
// loads and few shuffles.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <limits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// What moved for the matrix and the vector, and everything else.
struct Counted {
  SimtTraffic a, x;
  SimtCounters all;
  lockstep::WorkVerdict work;
};

/// Compares exactly: the values are halves, and sums of their products stay
/// far below 2^51, so no order of adding rounds a double.
Counted check_matvec(int m, int n) {
  INFO(m, " rows of ", n, " values");
  const auto a = lockstep::distinct_values<double>(size_t(m) * n, 27);
  const auto x = lockstep::distinct_values<double>(n, 28);
  std::vector<double> expected(m);
  for (int r = 0; r < m; ++r) {
    for (int c = 0; c < n; ++c) expected[r] += a[size_t(r) * n + c] * x[c];
  }
  const DeviceBuffer<double> in_a(a), in_x(x), out(m);
  const lockstep::Recording recording;
  matvec(in_a.data(), in_x.data(), out.data(), m, n);
  const auto verdict = lockstep::compare(out.download(), expected);
  CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of y");
  CHECK_MESSAGE(in_a.download() == a, "the matrix was changed");
  CHECK_MESSAGE(in_x.download() == x, "the vector was changed");
  CHECK(recording.launches() <= 1);
  const auto work = lockstep::judge(recording, {});
  return {recording.traffic(in_a.data()).loads,
          recording.traffic(in_x.data()).loads, recording.total(), work};
}

/// Several blocks; rows of whole sectors, and of whole loads of a warp.
constexpr int kM = 64, kN = 1024;
constexpr uint64_t kBytes = uint64_t(kM) * kN * sizeof(double);
Counted count(int m = kM, int n = kN) {
  REQUIRE(lockstep::counters_available());
  return check_matvec(m, n);
}

/// Columns that are odd, even but no whole loads of a warp, and of the
/// schedule's choice; with an odd number of rows.
std::vector<int> odd_columns() {
  return {1023, 1022, lockstep::drawn_size(769, 1021, 35)};
}
constexpr int kOddM = 63;

/// One infinite product: the others of that row, and all other rows, are not.
void check_infinite(int n, int at) {
  INFO("3 rows of ", n, " values; the product at [1][", at, "] is infinite");
  std::vector<double> a(size_t(3) * n, 1.0);
  a[size_t(n) + at] = std::numeric_limits<double>::infinity();
  const DeviceBuffer<double> in_a(a), in_x(std::vector<double>(n, 2.0)), out(3);
  matvec(in_a.data(), in_x.data(), out.data(), 3, n);
  const auto y = out.download();
  CHECK(y[0] == 2.0 * n);
  CHECK(y[1] == std::numeric_limits<double>::infinity());
  CHECK(y[2] == 2.0 * n);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies 2 by 3") {
    INFO("rows 1 2 3 and 4 5 6; x = 1 10 100, so y = 321 654");
    const DeviceBuffer<double> a({1, 2, 3, 4, 5, 6}), x({1, 10, 100}), y(2);
    matvec(a.data(), x.data(), y.data(), 2, 3);
    const auto verdict = lockstep::compare(y.download(), {321, 654});
    CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any number of columns") {
    for (int n : {0, 1, 2, 31, 33, 66, 100, 1023, 1025}) check_matvec(6, n);
    for (int n : {35, 66}) {
      check_infinite(n, 0);
      check_infinite(n, n - 1);
    }
  }

  TEST_CASE("works for any number of rows") {
    for (int m : {0, 1, 3, 31, 33, 130}) {
      check_matvec(m, 64);
      check_matvec(m, 35);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the matrix moves once, in whole sectors") {
    const Counted counted = count();
    CHECK(counted.a.bytes <= kBytes);
    CHECK(counted.a.sectors <= kBytes / 32);
    CHECK(counted.x.sectors <= counted.x.ideal_sectors);
    CHECK_MESSAGE(counted.work.fair, counted.work.text);
    INFO("a block works on one multiprocessor; a GPU has many");
    const lockstep::Recording recording;
    check_matvec(4096, 2);
    CHECK(recording.list()[0].grid[0] > 1);
  }

  TEST_CASE("a lane loads 16 bytes at a time") {
    INFO("32 lanes times 16 bytes is 512 bytes a load");
    CHECK(count().a.requests <= kBytes / 512);
    for (const int n : {1022, 2 * lockstep::drawn_size(385, 510, 36)}) {
      INFO(kOddM, " rows of ", n, " values");
      // An unrolled loop splits the warp where the row ends: half as many more.
      const uint64_t most = (kOddM + 1) * uint64_t(n / 2 + 31) / 32;
      CHECK(count(kOddM, n).a.requests <= most * 3 / 2);
    }
  }

  TEST_CASE("a row takes fewer than ten shuffles") {
    INFO("a double takes two; five steps for one row are ten");
    CHECK(count().all.shuffles < 10 * kM);
    for (const int n : odd_columns()) {
      INFO(kOddM, " rows of ", n, " values");
      const Counted odd = count(kOddM, n);
      CHECK(odd.all.shuffles < 10 * kOddM);
      CHECK_MESSAGE(odd.work.fair, odd.work.text);
    }
  }

  TEST_CASE("the sums stay in registers") {
    const SimtCounters all = count().all;
    CHECK(all.shared_atomic.requests == 0);
    CHECK(all.local_load.requests + all.local_store.requests == 0);
    CHECK(all.atomics == 0);
    CHECK(all.global_read.bytes <= kBytes * 2);  // the matrix, and x
    CHECK(all.global_write.bytes <= kM * sizeof(double));
    INFO(kM, " rows of 2 values: x in shared memory takes a request per row, ");
    INFO("and one per block; sums of the lanes take at least two per row");
    CHECK(count(kM, 2).all.shared.requests <= kM * 3 / 2);
  }
}
