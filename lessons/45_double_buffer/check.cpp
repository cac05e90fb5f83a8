// SPDX-License-Identifier: MIT
// What lesson 45 asks for: a right product of any shape, with one barrier per
// tile, and all that the rung before had.
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

/// One launch, and what it may cost: of whole tiles, 128 x 256 values, 8 deep.
struct Counted {
  int m, n, k;
  SimtLaunch launch;

  uint64_t blocks() const { return (m + 127) / 128 * ((n + 255) / 256); }
  uint64_t depth() const { return (k + 7) / 8 * 8; }
  uint64_t products() const { return blocks() * 128 * 256 * depth() / 32; }
};

/// Whole tiles, edges where rows are whole vectors and where they are not, and
/// sizes that the schedule chooses. All are 2 blocks and 5 tiles of k. Counted
/// once for all cases.
const std::vector<Counted>& counted() {
  static const std::vector<Counted> all = [] {
    REQUIRE(lockstep::counters_available());
    using lockstep::drawn_size;
    std::vector<Counted> runs = {{256, 256, 40, {}},
                                 {125, 507, 37, {}},
                                 {drawn_size(225, 255, 1),
                                  4 * drawn_size(57, 63, 2),
                                  4 * drawn_size(9, 10, 3),
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
    INFO("8 + 16 values, 4 at a time, are 6 loads for 128 products: 0.047");
    INFO("that leaves 0.033 for the stores of the tiles");
    for (const Counted& run : counted()) {
      const SimtCounters& all = run.launch.counters;
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      INFO("products of warps, of whole tiles: ", run.products());
      CHECK((all.shared.requests + all.shuffles) * 100 <= run.products() * 8);
      INFO("local memory is memory: the sums belong into registers");
      CHECK(all.local_load.requests + all.local_store.requests <= 0);
    }
  }

  TEST_CASE("no access waits for a bank") {
    for (const Counted& run : counted()) {
      if (run.n % 4 != 0 || run.k % 4 != 0) continue;  // float by float
      const SimtTraffic& moved = run.launch.counters.shared;
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      REQUIRE(moved.requests > 0);
      CHECK(moved.wavefronts <= moved.ideal_wavefronts);
    }
  }

  TEST_CASE("a block loads each value once") {
    for (const Counted& run : counted()) {
      const SimtCounters& all = run.launch.counters;
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      // A warp loads 32 values at a time, and stores 32.
      const auto work = lockstep::judge(
          run.launch,
          {.global_reads = run.blocks() * (128 + 256) * run.depth() / 32,
           .global_writes = run.blocks() * 128 * 256 / 32,
           .blocks = run.blocks()});
      CHECK_MESSAGE(work.fair, work.text);
      CHECK(all.global_read.bytes <=
            run.blocks() * (128 + 256) * run.depth() * 4);
      CHECK(all.global_write.bytes <= uint64_t(4) * run.m * run.n);
    }
    const SimtCounters& whole = counted()[0].launch.counters;
    INFO("rows of whole sectors, of 32 bytes");
    CHECK(whole.global_read.sectors <= whole.global_read.ideal_sectors);
    CHECK(whole.global_write.sectors <= whole.global_write.ideal_sectors);
  }

  TEST_CASE("a tile costs one barrier") {
    for (const Counted& run : counted()) {
      INFO("A: ", run.m, " x ", run.k, ", B: ", run.k, " x ", run.n);
      const uint64_t warps = run.launch.block[0] / 32 * run.blocks();
      const SimtCounters& all = run.launch.counters;
      INFO("one for 8 of k: the pair of now is free, and the next one is full");
      INFO("and one before the first; cuda::barrier counts by its atomics");
      CHECK(all.barriers + all.shared_atomic.requests <=
            warps * (run.depth() / 8 + 1));
    }
  }
}
