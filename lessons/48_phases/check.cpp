// SPDX-License-Identifier: MIT
// What lesson 48 asks for: right sums with any number of slots, producers that
// run ahead as far as the ring allows, and no barrier of the block meanwhile.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Codes = std::vector<signed char>;
using Values = std::vector<float>;

namespace {

constexpr float kKept = 4711;  // between the rows of `out`
constexpr int kAllSlots[] = {1, 2, 3, 5};

struct Shape {
  int rows, columns, slots;
};

/// Smooths a matrix of that shape and compares; whether it was right.
bool check_smooth(const Shape& s, bool watched = false) {
  INFO(s.rows, " rows of ", s.columns, " codes, ", s.slots, " slots");
  const int pitch = s.columns / 4 * 4 + 4;
  const size_t size = size_t(s.rows) * pitch;
  Codes codes(size);
  for (size_t i = 0; i < size; ++i) codes[i] = (signed char)(i * 40503u >> 7);
  Values scales(s.rows), expected(size, kKept);
  for (int r = 0; r < s.rows; ++r) scales[r] = 0.25f * float(r % 7 + 1);
  Matrix m = {
      {}, {}, {}, s.rows, s.columns, pitch, {1, -2, 3, 5, 7, -4, 2, 6, -1}, {}};
  for (int r = 0; r < s.rows; ++r) {
    for (int c = 0; c < s.columns; ++c) {
      float sum = 0;
      for (int j = 0; j < kTaps; ++j) {
        const int at = c + j - kTaps / 2;
        if (at < 0 || at >= s.columns) continue;
        sum += m.weights[j] * scales[r] * float(codes[size_t(r) * pitch + at]);
      }
      expected[size_t(r) * pitch + c] = sum;
    }
  }
  const DeviceBuffer<signed char> in(codes);
  const DeviceBuffer<float> scale(scales), out(Values(size, kKept));
  const DeviceBuffer<unsigned> decoded(std::vector<unsigned>(4096, 0));
  m.codes = in.data(), m.scales = scale.data(), m.out = out.data();
  if (watched) m.decoded = decoded.data();
  smooth_codes(m, s.slots);
  const auto verdict = lockstep::compare(out.download(), expected,
                                         {size_t(s.rows), size_t(pitch)});
  CHECK_MESSAGE(verdict.same, "out (columns of the pitch): ", verdict.text);
  CHECK_MESSAGE(out.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(in.download() == codes, "the codes were changed");
  return verdict.same;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("smooths two short rows") {
    INFO("1 2 3 times 1 and 4 5 6 times 10, all weights are 1");
    const DeviceBuffer<signed char> codes({1, 2, 3, 99, 4, 5, 6, 99});
    const DeviceBuffer<float> scales({1, 10}), out(Values(8, kKept));
    smooth_codes({codes.data(),
                  scales.data(),
                  out.data(),
                  2,
                  3,
                  4,
                  {1, 1, 1, 1, 1, 1, 1, 1, 1},
                  nullptr},
                 2);
    const auto verdict = lockstep::compare(
        out.download(), {6, 6, 6, kKept, 150, 150, 150, kKept}, {2, 4});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("smooths matrices of any shape") {
    for (const int slots : kAllSlots) {
      for (const int columns : {0, 1, 259}) check_smooth({3, columns, slots});
      check_smooth({0, 8, slots});
      check_smooth({kRows + slots, 30, slots});
    }
    check_smooth({5, 255, 3});
    check_smooth({lockstep::drawn_size(6, 31, 48), 515, 2});
  }
}

TEST_SUITE("technique") {
  TEST_CASE("no barrier of the block in the loops") {
    REQUIRE(lockstep::counters_available());
    for (const int slots : kAllSlots) {
      for (const int rows : {kRows, lockstep::drawn_size(17, 30, 48)}) {
        const lockstep::Recording recording;
        REQUIRE(check_smooth({rows, 2 * kWidth - 8, slots}));
        REQUIRE(recording.launches() == 1);
        const SimtLaunch one = recording.list()[0];
        INFO(slots, " slots, ", rows, " rows in 2 strips");
        const uint64_t blocks = one.grid[0] * one.grid[1], tiles = 2 * rows;
        const uint64_t warps = one.block[0] / 32, vectors = (kWidth + 8) / 4;
        const auto work = lockstep::judge(
            one, {.global_reads = tiles * (1 + (vectors + 31) / 32),
                  .shared_loads = tiles * kConsumers / 32 * 3,
                  .shared_stores = tiles * ((vectors + 31) / 32) + 12 * blocks,
                  .barriers = 2 * blocks * warps,
                  .lanes_percent = 40,  // one lane may wait for its warp
                  .blocks = 2});
        CHECK_MESSAGE(work.fair, work.text);
        INFO("bytes of shared memory");
        CHECK(one.static_shared_bytes + one.dynamic_shared_bytes <=
              uint64_t(slots) * ((kWidth + 8) * sizeof(float) + 16) + 64);
      }
    }
  }

  TEST_CASE("the producers fill every slot") {
    REQUIRE(lockstep::counters_available());  // a wrong answer hangs
    for (const int slots : kAllSlots) {
      check_smooth({kRows + 3, 20, slots}, true);
    }
    check_smooth({lockstep::drawn_size(8, 20, 49), 300, 3}, true);
  }
}
