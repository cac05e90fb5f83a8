// SPDX-License-Identifier: MIT
// What lesson 54 asks for: right products for any size, all of them made by
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
  const uint64_t results = whole(m, 128) * whole(n, 256), deep = whole(k, 64);
  const uint64_t blocks = results / (128 * 256), warps = blocks * 12;
  INFO("m, n and k may be rounded up to multiples of 128, 256 and 64");
  const SimtCounters all = recording.total();
  {
    constexpr uint64_t kSlot = (128 + 256) * 64 * sizeof(__nv_bfloat16);
    const SimtLaunch launch = recording.list()[0];
    INFO("shared memory: each of the ring's four slots is filled");
    CHECK(launch.dynamic_shared_bytes_touched > 3 * kSlot);
    INFO(
        "bytes still on their way when a warp waits for a copy, on average: a "
        "third of a slot");
    REQUIRE(launch.copy_waits > 0);
    CHECK(launch.copy_bytes_left / launch.copy_waits >= kSlot / 3);
    INFO(launch.issuers, " warps that copy waited for copies ",
         launch.issuer_waits,
         " times, of which 4 per warp do not count; bytes still on their way "
         "then, in all: ",
         launch.issuer_bytes_left);
    if (launch.issuer_waits > 4 * launch.issuers)
      CHECK(launch.issuer_bytes_left / launch.issuer_waits >= kSlot / 3);
  }
  CHECK(all.matrix_multiplies >= m * n * k);
  CHECK(all.matrix_multiplies <= results * deep);
  INFO("multiplications without matrix instructions");
  CHECK(all.float_multiplies <= 4 * results);
  INFO("loads from shared memory: 8 per 64 x 128 x 16 products, for a's tile");
  INFO("copies: a tile of a and one of b per block and step of 64 values");
  CHECK(all.bulk_read.requests <= 2 * blocks * (deep / 64));
  INFO("barriers of the block: 4 per warp, however long k is");
  const lockstep::Work most{.global_reads = results / 32,
                            .global_writes = results / 32,
                            .shared_loads = results * deep / (8 * 128 * 16),
                            .barriers = 4 * warps,
                            .busiest_percent = 200,
                            .blocks = 3};
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
    for (const size_t m : {1, 63, 65, 129}) check_size(m, 16, 72);
    for (const size_t n : {248, 264}) check_size(9, n, 64);
    check_size(130, 264, 136);
  }

  TEST_CASE("goes round the ring") {
    for (const size_t steps : {4, 5, 8, 9, 13}) check_size(70, 24, 64 * steps);
    check_size(66, 8, 8 * lockstep::drawn_size(33, 90, 54));
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
  TEST_CASE("the warps meet at no barrier while they work") {
    REQUIRE(lockstep::counters_available());
    judge(130, 264, 392);
    judge(100, 520, 328);
    judge(lockstep::drawn_size(65, 100, 541),
          8 * lockstep::drawn_size(65, 80, 542),
          8 * lockstep::drawn_size(41, 60, 543));
  }
}
