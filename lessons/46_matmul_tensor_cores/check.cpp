// SPDX-License-Identifier: MIT
// What lesson 46 asks for: right products for any size, and all of them made
// by matrix instructions, of whatever shape.
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

using lockstep::DeviceBuffer;

namespace {

/// Numbers that a half holds exactly: -15 to 15 in quarters. A sum of up to
/// 4096 of their products is exact in float, in every order of adding.
std::vector<float> numbers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (auto& value : values) value = (int(random() % 121) - 60) / 4.0f;
  return values;
}

std::vector<__half> halves(const std::vector<float>& values) {
  std::vector<__half> result;
  for (const float value : values) result.push_back(__float2half(value));
  return result;
}

bool same_bits(const std::vector<__half>& one,
               const std::vector<__half>& other) {
  return one.size() == other.size() &&
         (one.empty() || std::memcmp(one.data(), other.data(),
                                     one.size() * sizeof one[0]) == 0);
}

void check_product(size_t m, size_t n, size_t k, const std::vector<float>& a,
                   const std::vector<float>& b) {
  INFO("a: ", m, " x ", k, ", b: ", k, " x ", n);
  std::vector<float> expected(m * n, 0.0f);
  for (size_t i = 0; i < m * n; ++i) {
    for (size_t l = 0; l < k; ++l) {
      expected[i] += a[i / n * k + l] * b[l * n + i % n];
    }
  }
  const auto half_a = halves(a), half_b = halves(b);
  const DeviceBuffer<__half> da(half_a), db(half_b);
  const DeviceBuffer<float> dc(m * n);
  multiply(da.data(), db.data(), dc.data(), int(m), int(n), int(k));
  const auto verdict = lockstep::compare(dc.download(), expected, {m, n});
  CHECK_MESSAGE(verdict.same, "c: ", verdict.text);
  CHECK_MESSAGE(dc.fences_intact(), "a thread wrote outside of c");
  CHECK_MESSAGE(same_bits(da.download(), half_a), "a was changed");
  CHECK_MESSAGE(same_bits(db.download(), half_b), "b was changed");
}

void check_size(size_t m, size_t n, size_t k) {
  check_product(m, n, k, numbers(m * k, 35), numbers(k * n, 36));
}

void judge(uint64_t m, uint64_t n, uint64_t k) {
  const lockstep::Recording recording;
  check_size(m, n, k);
  INFO("a: ", m, " x ", k, ", b: ", k, " x ", n);
  REQUIRE(recording.launches() == 1);
  const auto whole = [](uint64_t size) { return (size + 31) / 32 * 32; };
  const uint64_t results = whole(m) * whole(n);
  INFO("each of m, n and k may be rounded up to a multiple of 32");
  const SimtCounters all = recording.total();
  CHECK(all.matrix_multiplies >= m * n * k);
  CHECK(all.matrix_multiplies <= results * whole(k));
  INFO("multiplications without matrix instructions");
  CHECK(all.float_multiplies <= 4 * results);
  // A warp that makes 32 x 32 results leaves three others idle.
  const lockstep::Work most{.global_reads = 32 * results * whole(k) / 4096,
                            .global_writes = 16 * results / 256,
                            .busiest_percent = 500,
                            .blocks = 8};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies 2 by 3 with 3 by 2") {
    INFO("row 0: 1*1 + 2*3 + 3*5 = 22, 1*2 + 2*4 + 3*6 = 28");
    check_product(2, 2, 3, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("multiplies sizes that do not fit the tile") {
    for (size_t size : {1, 15, 16, 17, 33}) {
      check_size(size, 48, 40);
      check_size(20, size, 31);
      check_size(31, 18, size);
    }
    check_size(0, 5, 5);
    check_size(5, 7, 0);
    check_size(150, 170, 20);  // more tiles than warps
    check_size(150, 170, 0);
  }

  TEST_CASE("multiplies the largest and the smallest halfs") {
    INFO("a row of a has one value that is not 0, so that no sum rounds");
    const float most = 65504, least = 1.0f / (1 << 24);
    const std::vector<float> ends = {
        most,        -most, least, -least,
        1.0f / 1024, -0.0f, 2047,  std::numeric_limits<float>::infinity()};
    std::vector<float> a(18 * 17), b(17 * 19);
    for (size_t i = 0; i < 18; ++i) a[i * 17 + i % 17] = ends[i % ends.size()];
    for (size_t i = 0; i < b.size(); ++i) b[i] = ends[i % 5];
    check_product(18, 19, 17, a, b);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the tensor cores do all of it") {
    REQUIRE(lockstep::counters_available());
    judge(96, 64, 64);
    judge(100, 60, 70);
    judge(lockstep::drawn_size(65, 127, 461), lockstep::drawn_size(33, 95, 462),
          lockstep::drawn_size(161, 287, 463));
  }
}
