// SPDX-License-Identifier: MIT
// What lesson 53 asks for: right products for any size, all of them made by
// matrix instructions whose tiles no thread loads.
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
using Floats = std::vector<float>;
using Brains = std::vector<__nv_bfloat16>;

namespace {

/// Numbers that a bf16 holds exactly: -15 to 15 in quarters. A sum of up to
/// 4096 of their products is exact in float, in every order of adding.
Floats numbers(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Floats values(count);
  for (auto& value : values) value = (int(random() % 121) - 60) / 4.0f;
  return values;
}

Brains brains(const Floats& values) {
  Brains result;
  for (const float value : values) result.push_back(__float2bfloat16(value));
  return result;
}

bool same_bits(const Brains& one, const Brains& other) {
  return std::memcmp(one.data(), other.data(), one.size() * sizeof one[0]) == 0;
}

void check_product(size_t m, size_t n, size_t k, const Floats& a,
                   const Floats& b) {
  INFO("a: ", m, " x ", k, ", b: ", n, " x ", k);
  Floats expected(m * n, 0.0f);
  for (size_t i = 0; i < m * n; ++i) {
    const float* const row_a = a.data() + i / n * k;
    const float* const row_b = b.data() + i % n * k;
    for (size_t l = 0; l < k; ++l) expected[i] += row_a[l] * row_b[l];
  }
  const Brains brain_a = brains(a), brain_b = brains(b);
  const DeviceBuffer<__nv_bfloat16> da(brain_a), db(brain_b);
  const DeviceBuffer<float> dc(m * n);
  multiply(da.data(), db.data(), dc.data(), int(m), int(n), int(k));
  const auto verdict = lockstep::compare(dc.download(), expected, {m, n});
  CHECK_MESSAGE(verdict.same, "c: ", verdict.text);
  CHECK_MESSAGE(dc.fences_intact(), "a thread wrote outside of c");
  CHECK_MESSAGE(same_bits(da.download(), brain_a), "a was changed");
  CHECK_MESSAGE(same_bits(db.download(), brain_b), "b was changed");
}

void check_size(size_t m, size_t n, size_t k) {
  check_product(m, n, k, numbers(m * k, 53), numbers(n * k, 54));
}

void judge(uint64_t m, uint64_t n, uint64_t k) {
  const lockstep::Recording recording;
  check_size(m, n, k);
  INFO("a: ", m, " x ", k, ", b: ", n, " x ", k);
  REQUIRE(recording.launches() == 1);
  const auto whole = [](uint64_t size, uint64_t of) {
    return (size + of - 1) / of * of;
  };
  const uint64_t results = whole(m, 64) * whole(n, 128), deep = whole(k, 64);
  INFO("m, n and k may be rounded up to multiples of 64, 128 and 64");
  const SimtCounters all = recording.total();
  CHECK(all.matrix_multiplies >= m * n * k);
  CHECK(all.matrix_multiplies <= results * deep);
  INFO("multiplications without matrix instructions");
  CHECK(all.float_multiplies <= 4 * results);
  INFO("loads from shared memory: 8 per 64 x 128 x 16 products, for a's tile");
  const lockstep::Work most{.global_reads = results / 32,
                            .global_writes = results / 32,
                            .shared_loads = results * deep / (8 * 128 * 16),
                            .blocks = 6};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("multiplies 2 by 8 with 8 by 8") {
    INFO("a: 1 to 8, then eights. Row j of b: 1 in column j, and in column 0");
    Floats a(16, 8.0f), b(64, 0.0f);
    for (int l = 0; l < 8; ++l) a[l] = float(l + 1);
    for (int j = 0; j < 8; ++j) b[8 * j] = b[9 * j] = 1.0f;
    check_product(2, 8, 8, a, b);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("multiplies sizes that do not fit the tile") {
    for (const size_t size : {1, 63, 64, 65}) check_size(size, 16, 72);
    for (const size_t n : {8, 120, 128, 136}) check_size(9, n, 64);
    for (const size_t k : {8, 56, 128, 136, 192, 264, 328}) {
      check_size(70, 24, k);
    }
    check_size(130, 264, 200);
  }

  TEST_CASE("multiplies the largest and the smallest numbers") {
    INFO("a row of a has one value that is not 0, so that no sum rounds");
    const float most = 0x1.fep127f, least = 0x1p-126f;
    const Floats ends = {
        most,  -most,      least, -least,
        -0.0f, 0.0078125f, 251,   std::numeric_limits<float>::infinity()};
    Floats a(18 * 24), b(16 * 24);
    for (size_t i = 0; i < 18; ++i) a[i * 24 + i] = ends[i % ends.size()];
    for (size_t i = 0; i < b.size(); ++i) b[i] = i % 3 == 0 ? -2.0f : 0.5f;
    check_product(18, 16, 24, a, b);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the warpgroup reads its tiles where they lie") {
    REQUIRE(lockstep::counters_available());
    judge(128, 384, 128);
    judge(100, 296, 168);
    judge(lockstep::drawn_size(65, 127, 531),
          8 * lockstep::drawn_size(33, 47, 532),
          8 * lockstep::drawn_size(9, 30, 533));
  }
}
