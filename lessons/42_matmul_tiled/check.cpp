// SPDX-License-Identifier: MIT
// What lesson 42 asks for: a right product of any shape, few global loads, no
// bank conflict and no barrier more than needed.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Multiplies different values and compares all results; whether they are
/// right. A sum of k products has k roundings of products and k - 1 of sums.
bool check_product(int m, int n, int k) {
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
  return verdict.same;
}

/// One launch, and what it may cost: of whole tiles, 32 x 32 values, 32 deep.
struct Counted {
  int m, n, k;
  SimtLaunch launch;

  uint64_t blocks() const { return (m + 31) / 32 * ((n + 31) / 32); }
  uint64_t steps() const { return (k + 31) / 32; }
};

/// Whole tiles, an edge on each side, and sizes that the schedule chooses.
/// Counted once for all cases.
const std::vector<Counted>& counted() {
  static const std::vector<Counted> all = [] {
    REQUIRE(lockstep::counters_available());
    using lockstep::drawn_size;
    std::vector<Counted> runs = {{64, 96, 128, {}},
                                 {61, 93, 125, {}},
                                 {drawn_size(57, 64, 1),
                                  drawn_size(89, 96, 2),
                                  drawn_size(121, 128, 3),
                                  {}}};
    for (Counted& run : runs) {
      const lockstep::Recording recording;
      REQUIRE(check_product(run.m, run.n, run.k));
      REQUIRE(recording.launches() == 1);
      run.launch = recording.list()[0];
    }
    return runs;
  }();
  return all;
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
    // Few blocks and few steps: with a cuda::barrier of 1024 threads a step
    // takes a hundred times as long as with __syncthreads().
    for (int n : {0, 1, 31, 33}) {
      check_product(n, 9, 7);
      check_product(9, n, 7);
      check_product(5, 9, n);
    }
    check_product(34, 33, 33);
    check_product(1, 65, 3);
    check_product(3, 2, 97);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a value is loaded once for a tile") {
    for (const Counted& run : counted()) {
      const SimtCounters& all = run.launch.counters;
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      // Two tiles per step, 32 values per request of a warp.
      const auto work = lockstep::judge(
          run.launch, {.global_reads = run.blocks() * run.steps() * 2 * 32,
                       .global_writes = run.blocks() * 32,
                       .blocks = run.blocks()});
      CHECK_MESSAGE(work.fair, work.text);
      CHECK(all.global_write.bytes <= uint64_t(4) * run.m * run.n);
    }
    const SimtCounters& whole = counted()[0].launch.counters;
    INFO("rows of whole sectors, of 32 bytes");
    CHECK(whole.global_read.requests > 0);
    CHECK(whole.global_read.sectors <= whole.global_read.ideal_sectors);
    CHECK(whole.global_write.sectors <= whole.global_write.ideal_sectors);
  }

  TEST_CASE("no access waits for a bank") {
    for (const Counted& run : counted()) {
      const SimtTraffic& moved = run.launch.counters.shared;
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      REQUIRE(moved.requests > 0);
      CHECK(moved.wavefronts <= moved.ideal_wavefronts);
    }
  }

  TEST_CASE("a step has two barriers") {
    INFO("one when the tiles are full, one when nobody needs them any more");
    for (const Counted& run : counted()) {
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      const uint64_t warps = 32 * run.blocks();
      CHECK(run.launch.counters.barriers <= warps * 2 * run.steps());
    }
  }
}
