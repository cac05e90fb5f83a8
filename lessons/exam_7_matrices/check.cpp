// SPDX-License-Identifier: MIT
// What exam 7 asks for: G = A^T A for any shape, from half of the products, in
// whole sectors, without bank conflicts.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr unsigned kSeed = 7;  // a teacher may change it

/// Compares all values. A sum of m products has m roundings of products and
/// m - 1 of sums.
void check_gram(int m, int n) {
  INFO("A: ", m, " x ", n);
  const auto a = lockstep::distinct_values<float>(size_t(m) * n, kSeed);
  std::vector<float> expected(size_t(n) * n);
  double largest = 0;
  for (int i = 0; i < n * n; ++i) {
    double sum = 0, magnitude = 0;
    for (int r = 0; r < m; ++r) {
      const double term = double(a[r * n + i / n]) * a[r * n + i % n];
      sum += term, magnitude += std::fabs(term);
    }
    expected[i] = float(sum);
    largest = std::max(largest, magnitude);
  }
  const DeviceBuffer<float> in(a), out(expected.size());
  gram(in.data(), out.data(), m, n);
  const auto verdict =
      lockstep::compare(out.download(), expected, {size_t(n), size_t(n)},
                        lockstep::float_sum_tolerance(2 * m, largest));
  CHECK_MESSAGE(verdict.same, "G: ", verdict.text);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of G");
  CHECK_MESSAGE(in.download() == a, "A was changed");
}

// Eight tiles of 32 on each side of G; a warp makes 32 products at a time.
constexpr uint64_t kM = 64, kN = 256, kTiles = kN / 32, kSteps = kM / 32;
constexpr uint64_t kPairs = kTiles * (kTiles + 1) / 2;
SimtCounters count(uint64_t* products = nullptr) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_gram(kM, kN);
  REQUIRE(recording.launches() == 1);
  INFO("a block works on one multiprocessor; a GPU has many");
  const SimtLaunch launch = recording.list()[0];
  CHECK(launch.grid[0] * launch.grid[1] > 1);
  for (const char* name : {"fma.*", "mul.f*", "mul.r*"}) {
    if (products != nullptr) *products += recording.instructions(name);
  }
  return recording.total();
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("two rows of two") {
    INFO("columns 1 3 and 2 4: 1*1+3*3 = 10, 1*2+3*4 = 14, 2*2+4*4 = 20");
    const DeviceBuffer<float> a({1, 2, 3, 4}), g(4);
    gram(a.data(), g.data(), 2, 2);
    const auto verdict =
        lockstep::compare(g.download(), {10, 14, 14, 20}, {2, 2});
    CHECK_MESSAGE(verdict.same, "G: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any shape") {
    for (int n : {0, 1, 31, 33, 100}) {
      for (int m : {0, 1, 33}) check_gram(m, n);
    }
    check_gram(70, 65);
    check_gram(1023, 3);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a product serves both halves") {
    uint64_t products = 0;
    count(&products);
    INFO("without symmetry there are ", kN * kN * kM / 32,
         " products of warps");
    CHECK(products >= kN * (kN + 1) / 2 * kM / 32);
    CHECK(products * 4 <= kN * kN * kM / 32 * 3);
  }

  TEST_CASE("global memory moves whole sectors") {
    const SimtCounters all = count();
    INFO("each value of G is stored once, also in the half that was not added");
    CHECK(all.global_read.sectors == all.global_read.ideal_sectors);
    CHECK(all.global_write.bytes == kN * kN * sizeof(float));
    CHECK(all.global_write.sectors == kN * kN * sizeof(float) / 32);
  }

  TEST_CASE("a block loads each value once") {
    INFO("two tiles of 32 x 32 for each step of each tile of one half of G");
    CHECK(count().global_read.bytes <= kPairs * kSteps * 2 * 32 * 32 * 4);
  }

  TEST_CASE("no access waits for a bank") {
    const SimtCounters all = count();
    REQUIRE(all.shared_load.requests > 0);
    CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
    CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
    CHECK(all.shared_atomic.wavefronts == all.shared_atomic.ideal_wavefronts);
  }

  TEST_CASE("a step has two barriers") {
    INFO(
        "at most two for each 32 rows of A, and one more, for 32 warps per "
        "tile");
    CHECK(count().barriers <= kPairs * 32 * (2 * kSteps + 1));
  }
}
