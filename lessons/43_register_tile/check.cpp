// SPDX-License-Identifier: MIT
// What lesson 43 asks for: a right product of any shape, and few requests to
// shared memory, few barriers and few global loads for each product.
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
  for (int i = 0; i < m * n; ++i) {
    double sum = 0, magnitude = 0;
    for (int l = 0; l < k; ++l) {
      const double term = double(a[i / n * k + l]) * b[l * n + i % n];
      sum += term, magnitude += std::fabs(term);
    }
    expected[i] = float(sum);
    largest = std::max(largest, magnitude);
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

// Rectangular, whole tiles, several of them in each direction. A warp makes 32
// products at a time.
constexpr uint64_t kM = 256, kN = 384, kK = 48, kProducts = kM * kN * kK / 32;
SimtCounters count() {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_product(kM, kN, kK);
  REQUIRE(recording.launches() == 1);
  INFO("each product is one fused multiply-add of float, and nothing else is");
  REQUIRE(recording.instructions("fma.rn.f32") == kProducts);
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
    for (int n : {0, 1, 31, 33, 130}) {
      check_product(n, 40, 8);
      check_product(40, n, 7);
      check_product(36, 8, n);
    }
    check_product(129, 257, 18);
    check_product(132, 260, 20);
  }

  TEST_CASE("a row may begin anywhere") {
    for (int n = 5; n <= 8; ++n) {
      for (int k = 5; k <= 8; ++k) check_product(6, n, k);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a value from shared memory serves many products") {
    const SimtCounters all = count();
    INFO("8 + 8 values, 4 at a time, are 4 loads for 64 products: 0.0625");
    INFO("that leaves 0.0075 for stores; four bytes per lane are too small");
    CHECK(all.shared.requests * 100 <= kProducts * 7);
    CHECK(all.shuffles + all.local_load.requests == 0);
  }

  TEST_CASE("no access waits for a bank") {
    const SimtCounters all = count();
    REQUIRE(all.shared_load.requests > 0);
    CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
    CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
    CHECK(all.shared_atomic.wavefronts == all.shared_atomic.ideal_wavefronts);
  }

  TEST_CASE("a tile costs one barrier") {
    INFO("a tile is 16 deep: a warp has 16 x 64 products between two barriers");
    CHECK(count().barriers <= kProducts / (16 * 64));
  }

  TEST_CASE("a block loads each value once") {
    const SimtCounters all = count();
    INFO("bytes of A and B, each once for 128 x 128 values of C");
    CHECK(all.global_read.bytes <= 4 * 2 * kM * kN * kK / 128);
    CHECK(all.global_read.sectors == all.global_read.ideal_sectors);
    CHECK(all.global_write.sectors == kM * kN * sizeof(float) / 32);
  }
}
