// SPDX-License-Identifier: MIT
// What lesson 55 asks for: a right product of any shape, with each value of b
// read once for the two blocks of a cluster, and results that leave in whole
// lines.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstring>
#include <limits>
#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using bf16 = __nv_bfloat16;
using lockstep::DeviceBuffer;

namespace {

/// Whole numbers from -8 to 7: no sum of their products rounds in float.
std::vector<float> numbers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = float(int(random() % 16) - 8);
  return values;
}

std::vector<bf16> rounded(const std::vector<float>& values) {
  std::vector<bf16> result;
  for (const float value : values) result.push_back(__float2bfloat16(value));
  return result;
}

/// NaN as a number that compare() takes for equal.
std::vector<float> floats(const std::vector<bf16>& values) {
  std::vector<float> result;
  for (const bf16 value : values) {
    const float number = __bfloat162float(value);
    result.push_back(number == number ? number : 1e38f);
  }
  return result;
}

bool same_bits(const std::vector<bf16>& one, const std::vector<bf16>& other) {
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(), one.size() * sizeof(bf16)) == 0;
}

void check_product(int m, int n, int k, const std::vector<float>& a,
                   const std::vector<float>& b) {
  INFO("a: ", m, " x ", k, ", b: ", n, " x ", k);
  std::vector<float> sums(size_t(m) * n);
  for (int i = 0; i < m * n; ++i)
    for (int x = i / n * k, y = i % n * k, end = x + k; x < end; ++x, ++y)
      sums[i] += a[x] * b[y];
  const auto in_a = rounded(a), in_b = rounded(b);
  const DeviceBuffer<bf16> da(in_a), db(in_b), dc(sums.size());
  multiply(da.data(), db.data(), dc.data(), m, n, k);
  const std::vector<bf16> got = dc.download();
  const auto unset = [](bf16 value) {
    return std::memcmp(&value, "\xff\xff", 2) == 0;
  };
  CHECK_MESSAGE(std::none_of(got.begin(), got.end(), unset),
                "some values of c were never written");
  const auto verdict = lockstep::compare(floats(got), floats(rounded(sums)),
                                         {size_t(m), size_t(n)});
  CHECK_MESSAGE(verdict.same, "c: ", verdict.text);
  CHECK_MESSAGE(dc.fences_intact(), "a thread wrote outside of c");
  CHECK_MESSAGE(same_bits(da.download(), in_a), "a was changed");
  CHECK_MESSAGE(same_bits(db.download(), in_b), "b was changed");
}

void check_size(int m, int n, int k) {
  check_product(m, n, k, numbers(size_t(m) * k, 55),
                numbers(size_t(n) * k, 56));
}

/// One launch, and what it may cost: clusters have tiles of 256 x 256.
struct Counted {
  uint64_t m, n, k;
  SimtLaunch launch;

  uint64_t down() const { return (m + 255) / 256; }
  uint64_t across() const { return (n + 255) / 256; }
  uint64_t tiles() const { return down() * across(); }
};

/// Whole tiles, and edges that the schedule chooses. Counted once for all
/// cases.
const std::vector<Counted>& counted() {
  static const std::vector<Counted> all = [] {
    REQUIRE(lockstep::counters_available());
    using lockstep::drawn_size;
    std::vector<Counted> runs = {{256, 512, 128, {}},
                                 {uint64_t(drawn_size(257, 400, 1)),
                                  8 * uint64_t(drawn_size(1, 31, 2)),
                                  8 * uint64_t(drawn_size(17, 24, 3)),
                                  {}}};
    for (Counted& run : runs) {
      const lockstep::Recording recording;
      check_size(int(run.m), int(run.n), int(run.k));
      REQUIRE(recording.launches() == 1);
      run.launch = recording.list()[0];
    }
    return runs;
  }();
  return all;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies 2 rows with 8 rows") {
    INFO("rows of a: 1 to 8, eight times -1; row j of b: eight times j + 1");
    std::vector<float> a(16, -1.0f), b(64);
    for (int i = 0; i < 64; ++i) b[i] = float(i / 8 + 1);
    for (int i = 0; i < 8; ++i) a[i] = float(i + 1);
    check_product(2, 8, 8, a, b);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("multiplies matrices of any shape") {
    check_size(0, 8, 8);
    check_size(8, 0, 8);
    check_size(1, 8, 72);
    check_size(130, 264, 72);
  }

  TEST_CASE("the ring goes round, and a block has several tiles") {
    INFO("the emulator's device has 2 multiprocessors: one cluster");
    check_size(8, 8, 328);
    check_size(200, 264, 136);
  }

  TEST_CASE("multiplies the largest values and those that are no numbers") {
    INFO("a row of a has one value that is not 0, so that no sum rounds");
    const float most = std::ldexp(255.0f, 120), least = std::ldexp(1.0f, -133);
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> ends = {
        most,     -1.0f, least,
        infinity, 0.5f,  std::numeric_limits<float>::quiet_NaN()};
    std::vector<float> a(18 * 16), b(8 * 16);
    for (int i = 0; i < 18; ++i) a[i * 16 + i % 16] = ends[i % ends.size()];
    for (int i = 0; i < 8 * 16; ++i) b[i] = i % 3 == 0 ? -1.0f : 1.0f;
    check_product(18, 8, 16, a, b);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the tensor cores make all products") {
    for (const Counted& run : counted()) {
      const SimtCounters& all = run.launch.counters;
      INFO("a: ", run.m, " x ", run.k, ", b: ", run.n, " x ", run.k);
      INFO("tiles of 256 x 256 in each cluster, 64 deep");
      CHECK(all.matrix_multiplies >= run.m * run.n * run.k);
      CHECK(all.matrix_multiplies <=
            run.tiles() * 256 * 256 * ((run.k + 63) / 64 * 64));
      CHECK(all.float_multiplies <= run.tiles() * 256 * 256);
      INFO("local memory is memory: the sums belong into registers");
      CHECK(all.local_load.requests + all.local_store.requests <= 0);
    }
  }

  TEST_CASE("a cluster reads each value once per tile") {
    for (const Counted& run : counted()) {
      INFO("a: ", run.m, " x ", run.k, ", b: ", run.n, " x ", run.k);
      INFO("bytes of global memory; a multicast reads once");
      const uint64_t values = run.m * run.across() + run.n * run.down();
      CHECK(run.launch.counters.global_read.bytes <= 2 * run.k * values);
    }
  }

  TEST_CASE("results leave in whole lines") {
    for (const Counted& run : counted()) {
      const SimtTraffic& stored = run.launch.counters.global_write;
      INFO("a: ", run.m, " x ", run.k, ", b: ", run.n, " x ", run.k);
      CHECK(stored.bytes <= 2 * run.m * run.n);
      INFO("stores by threads: 16 bytes each, in whole sectors");
      CHECK(stored.requests * 32 * 16 <= 2 * run.tiles() * 256 * 256);
      CHECK(stored.sectors <= stored.ideal_sectors);
    }
  }

  TEST_CASE("results cross shared memory without a conflict") {
    for (const Counted& run : counted()) {
      const SimtTraffic& stored = run.launch.counters.shared_store;
      INFO("a: ", run.m, " x ", run.k, ", b: ", run.n, " x ", run.k);
      INFO("16 bytes per lane are 128 stores per tile of a block");
      INFO("a few more initialise the barriers");
      CHECK(stored.requests <= 2 * 140 * run.tiles());
      CHECK(stored.wavefronts <= stored.ideal_wavefronts);
    }
  }
}
