// SPDX-License-Identifier: MIT
// What lesson 41 asks for: a right product of any shape, and few sectors for
// each of the three matrices.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// What moved for each matrix.
struct Moved {
  SimtTraffic a, b, c;
  lockstep::WorkVerdict work;
};

/// Multiplies different values and compares all results. A sum of k products
/// has k roundings of products and k - 1 of sums.
Moved check_product(int m, int n, int k) {
  INFO("A: ", m, " x ", k, ", B: ", k, " x ", n);
  const auto a = lockstep::distinct_values<float>(size_t(m) * k, 32);
  const auto b = lockstep::distinct_values<float>(size_t(k) * n, 33);
  std::vector<float> expected(size_t(m) * n);
  double largest = 0;
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      double sum = 0, magnitude = 0;
      for (int l = 0; l < k; ++l) {
        const double term = double(a[i * k + l]) * b[l * n + j];
        sum += term, magnitude += std::fabs(term);
      }
      expected[i * n + j] = float(sum);
      largest = std::max(largest, magnitude);
    }
  }
  const DeviceBuffer<float> in_a(a), in_b(b), out(expected.size());
  const lockstep::Recording recording;
  multiply(in_a.data(), in_b.data(), out.data(), m, n, k);
  const auto verdict =
      lockstep::compare(out.download(), expected, {size_t(m), size_t(n)},
                        lockstep::float_sum_tolerance(2 * k, largest));
  CHECK_MESSAGE(verdict.same, "C: ", verdict.text);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of C");
  CHECK_MESSAGE(in_a.download() == a, "A was changed");
  CHECK_MESSAGE(in_b.download() == b, "B was changed");
  CHECK(recording.launches() <= 1);
  return {recording.traffic(in_a.data()).loads,
          recording.traffic(in_b.data()).loads,
          recording.traffic(out.data()).stores,
          lockstep::judge(recording, {.blocks = 2})};
}

/// Rectangular, several blocks each way, each row whole sectors.
Moved count() {
  REQUIRE(lockstep::counters_available());
  return check_product(96, 64, 40);
}

/// Rows that begin anywhere in a sector, and blocks that lie across an edge.
/// The schedule chooses the columns, both sides of three warps.
Moved count_odd() {
  REQUIRE(lockstep::counters_available());
  return check_product(91, lockstep::drawn_size(45, 63, 41) * 2 - 1, 37);
}

void check_sectors(const SimtTraffic& moved, uint64_t times) {
  INFO(moved.requests, " requests of warps; a sector is 32 bytes");
  REQUIRE(moved.requests > 0);
  CHECK(moved.sectors <= times * moved.ideal_sectors);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies 2 by 3 with 3 by 2") {
    INFO("row 1 2 3 times column 1 1 1 is 6, and so on");
    const DeviceBuffer<float> a({1, 2, 3, 4, 5, 6}), b({1, 0, 1, 1, 1, 2});
    const DeviceBuffer<float> c(4);
    multiply(a.data(), b.data(), c.data(), 2, 2, 3);
    const auto verdict =
        lockstep::compare(c.download(), {6, 8, 15, 17}, {2, 2});
    CHECK_MESSAGE(verdict.same, "C: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("multiplies matrices of any shape") {
    for (int n : {0, 1, 31, 33}) {
      check_product(n, 40, 7);
      check_product(40, n, 7);
      check_product(5, 9, n);
    }
    check_product(1, 1025, 3);
    check_product(1023, 1, 3);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("loads of A touch few sectors") {
    INFO("a warp may lie in two rows, so twice the fewest sectors are allowed");
    check_sectors(count().a, 2);
    check_sectors(count_odd().a, 2);
  }

  TEST_CASE("loads of B touch few sectors") {
    const Moved moved = count(), odd = count_odd();
    check_sectors(moved.b, 1);
    check_sectors(odd.b, 2);
    CHECK_MESSAGE(moved.work.fair, moved.work.text);
    CHECK_MESSAGE(odd.work.fair, odd.work.text);
    const DeviceBuffer<float> a(std::vector<float>(64)), c(64);
    multiply(a.data(), a.data(), c.data(), 8, 8, 8);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "multiply waited for its kernel on the host");
  }

  TEST_CASE("stores of C touch few sectors") {
    const Moved moved = count();
    check_sectors(moved.c, 1);
    check_sectors(count_odd().c, 2);
    CHECK(moved.c.bytes <= 96 * 64 * sizeof(float));
  }
}
