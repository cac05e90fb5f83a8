// SPDX-License-Identifier: MIT
// What lesson 42 asks for: a right product of any shape, few global loads, no
// bank conflict and no barrier more than needed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Multiplies different values and compares all results. A sum of k products
/// has k roundings of products and k - 1 of sums.
void check_product(int m, int n, int k) {
  INFO("A: ", m, " x ", k, ", B: ", k, " x ", n);
  const auto a = lockstep::distinct_values<float>(size_t(m) * k, 34);
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
  multiply(in_a.data(), in_b.data(), out.data(), m, n, k);
  const auto verdict =
      lockstep::compare(out.download(), expected, {size_t(m), size_t(n)},
                        lockstep::float_sum_tolerance(2 * k, largest));
  CHECK_MESSAGE(verdict.same, "C: ", verdict.text);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of C");
  CHECK_MESSAGE(in_a.download() == a, "A was changed");
  CHECK_MESSAGE(in_b.download() == b, "B was changed");
}

// Rectangular, whole tiles, several of them in each direction.
constexpr int kM = 64, kN = 96, kK = 128;
SimtCounters count() {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_product(kM, kN, kK);
  REQUIRE(recording.launches() == 1);
  return recording.total();
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
      check_product(65, 34, n);
    }
    check_product(1, 1025, 3);
    check_product(3, 2, 1023);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a value is loaded once for a tile") {
    const SimtCounters all = count();
    constexpr uint64_t kDirect = kM * kN / 32 * 2 * kK;
    INFO("without tiles a warp loads twice for each of its ", kK, " products");
    INFO("that is ", kDirect, " loads; tiles of 32 make it a 32nd of them");
    CHECK(all.global_read.requests > 0);
    CHECK(all.global_read.requests <= kDirect * 2 / 32);
    CHECK(all.global_read.sectors == all.global_read.ideal_sectors);
    CHECK(all.global_write.sectors == kM * kN * sizeof(float) / 32);
  }

  TEST_CASE("no access waits for a bank") {
    const SimtCounters all = count();
    REQUIRE(all.shared_load.requests > 0);
    CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
    CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
    CHECK(all.shared_atomic.wavefronts == all.shared_atomic.ideal_wavefronts);
  }

  TEST_CASE("a step has two barriers") {
    INFO("one when the tiles are full, one when nobody needs them any more");
    CHECK(count().barriers <= kM * kN / 32 * 2 * (kK / 32));
  }
}
