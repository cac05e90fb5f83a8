// SPDX-License-Identifier: MIT
// What lesson 46 asks for: right products for any size, and all of them made
// by matrix instructions.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <random>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
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

void check_product(size_t m, size_t n, size_t k, const std::vector<float>& a,
                   const std::vector<float>& b) {
  INFO("a: ", m, " x ", k, ", b: ", k, " x ", n);
  std::vector<float> expected(m * n, 0.0f);
  for (size_t i = 0; i < m * n; ++i) {
    for (size_t l = 0; l < k; ++l) {
      expected[i] += a[i / n * k + l] * b[l * n + i % n];
    }
  }
  const DeviceBuffer<__half> da(halves(a)), db(halves(b));
  const DeviceBuffer<float> dc(m * n);
  multiply(da.data(), db.data(), dc.data(), int(m), int(n), int(k));
  const auto verdict = lockstep::compare(dc.download(), expected, {m, n});
  CHECK_MESSAGE(verdict.same, "c: ", verdict.text);
  CHECK_MESSAGE(dc.fences_intact(), "a thread wrote outside of c");
}

void check_size(size_t m, size_t n, size_t k) {
  check_product(m, n, k, numbers(m * k, 35), numbers(k * n, 36));
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
    check_size(150, 170, 20);  // more tiles than blocks
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the tensor cores do all of it") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_size(100, 60, 70);
    REQUIRE(recording.launches() == 1);
    uint64_t matrix = 0, scalar = 0;
    for (const char* layouts : {"row.row", "row.col", "col.row", "col.col"}) {
      matrix += recording.instructions((std::string("wmma.mma.sync.aligned.") +
                                        layouts + ".m16n16k16.f32.f32")
                                           .c_str());
    }
    for (const char* name : {"fma.*", "mul.f*", "mul.r*", "mul.b*", "add.f*",
                             "add.r*", "add.b*"}) {
      scalar += recording.instructions(name);
    }
    INFO("100 x 60 x 70 values are 7 x 4 x 5 tiles of 16");
    CHECK(matrix == 7 * 4 * 5);
    CHECK(scalar == 0);
  }
}
