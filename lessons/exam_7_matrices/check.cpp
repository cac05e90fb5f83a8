// SPDX-License-Identifier: MIT
// What exam 7 asks for: G = A^T A for any shape, from half of the products, in
// whole sectors, without bank conflicts.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <utility>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
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

/// What a call did, and what a right one may do: G has `tiles` tiles of 32 on
/// each side, A `steps` of them above each other.
struct Counted {
  uint64_t m, n, products = 0;
  SimtCounters all{};

  uint64_t tiles() const { return (n + 31) / 32; }
  uint64_t steps() const { return (m + 31) / 32; }
  uint64_t pairs() const { return tiles() * (tiles() + 1) / 2; }
  /// Products without symmetry, in whole tiles.
  uint64_t square() const { return tiles() * tiles() * steps() * 32 * 32 * 32; }
};

Counted count(int m, int n) {
  REQUIRE(lockstep::counters_available());
  Counted result{uint64_t(m), uint64_t(n)};
  const lockstep::Recording recording;
  check_gram(m, n);
  REQUIRE(recording.launches() == 1);
  const auto work = lockstep::judge(recording, {.blocks = 3});
  CHECK_MESSAGE(work.fair, work.text);
  result.all = recording.total();
  result.products = result.all.float_multiplies + result.all.matrix_multiplies;
  return result;
}

/// Whole tiles; a row and a column less or more; and sizes drawn by lot.
template <typename Judge>
void at_three_sizes(const Judge& judge) {
  const int m = lockstep::drawn_size(185, 191, kSeed);
  const int n = lockstep::drawn_size(249, 255, kSeed + 1);
  for (const auto& [rows, columns] :
       {std::pair(64, 256), std::pair(95, 251), std::pair(m, n)}) {
    INFO("A: ", rows, " x ", columns);
    judge(count(rows, columns));
  }
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
    check_gram(lockstep::drawn_size(2, 99, kSeed + 2),
               lockstep::drawn_size(34, 99, kSeed + 3));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a product serves both halves") {
    at_three_sizes([](const Counted& seen) {
      INFO("without symmetry there are ", seen.square(), " products");
      CHECK(seen.products >= seen.n * (seen.n + 1) / 2 * seen.m);
      CHECK(seen.products * 4 <= seen.square() * 3);
    });
  }

  TEST_CASE("global memory moves whole sectors") {
    INFO("each value of G is stored once, also in the half that was not added");
    at_three_sizes([](const Counted& seen) {
      const auto &read = seen.all.global_read, &written = seen.all.global_write;
      const uint64_t bytes = seen.n * seen.n * sizeof(float);
      // Where rows do not begin with a sector, a warp's 32 values lie in one
      // more; half a warp's in three instead of two.
      const uint64_t factor = seen.n % 8 == 0 ? 2 : 3;
      CHECK(read.sectors * 2 <= read.ideal_sectors * factor);
      CHECK(written.bytes == bytes);
      CHECK(written.sectors * 32 * 2 <= bytes * factor);
    });
  }

  TEST_CASE("a block loads each value once") {
    INFO("two tiles of 32 x 32 for each step of each tile of one half of G");
    at_three_sizes([](const Counted& seen) {
      CHECK(seen.all.global_read.bytes <=
            seen.pairs() * seen.steps() * 2 * 32 * 32 * 4);
    });
  }

  TEST_CASE("no access waits for a bank") {
    at_three_sizes([](const Counted& seen) {
      REQUIRE(seen.all.shared.requests > 0);
      CHECK(seen.all.shared.wavefronts <= seen.all.shared.ideal_wavefronts);
    });
  }

  TEST_CASE("a step has two barriers") {
    INFO(
        "at most two for each 32 rows of A, and one more, for 32 warps per "
        "tile");
    at_three_sizes([](const Counted& seen) {
      CHECK(seen.all.barriers <= seen.pairs() * 32 * (2 * seen.steps() + 1));
    });
    const DeviceBuffer<float> a(std::vector<float>(64 * 64)), g(64 * 64);
    gram(a.data(), g.data(), 64, 64);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "gram waited for its kernel on the host");
  }
}
