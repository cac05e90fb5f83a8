// SPDX-License-Identifier: MIT
// What lesson 47 asks for: right sums at every edge, and copies that run as far
// ahead as the ring allows, with one barrier per row.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<float>;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kKept = 4711;  // between the rows of `out`
constexpr Weights kWeights = {{1, -2, 3, 5, 7, -4, 2, 6, -1}};
constexpr int kAllStages[] = {2, 3, 4, 6, 8};

struct Matrix {
  int rows, columns, pitch;

  size_t size() const { return size_t(rows) * pitch; }
};

/// Different values, and NaN between the rows.
Values filled(const Matrix& m) {
  Values all = lockstep::distinct_values<float>(m.size(), 47);
  for (size_t i = 0; i < m.size(); ++i) {
    if (int(i % m.pitch) >= m.columns) all[i] = kNan;
  }
  return all;
}

Values smoothed(const Values& in, const Matrix& m, const Weights& weights) {
  Values out(m.size(), kKept);
  for (int r = 0; r < m.rows; ++r) {
    for (int c = 0; c < m.columns; ++c) {
      float sum = 0;
      for (int j = 0; j < kTaps; ++j) {
        const int at = c + j - kTaps / 2;
        if (at < 0 || at >= m.columns) continue;
        sum += weights.of[j] * in[size_t(r) * m.pitch + at];
      }
      out[size_t(r) * m.pitch + c] = sum;
    }
  }
  return out;
}

/// NaN equals NaN here: it becomes a value that nothing else has.
Values comparable(Values values) {
  for (float& value : values) {
    if (std::isnan(value)) value = -12345678;
  }
  return values;
}

void check_smooth(const Matrix& m, const Values& in, int stages) {
  INFO(m.rows, " rows of ", m.columns, " values, pitch ", m.pitch, ", ", stages,
       " stages");
  const DeviceBuffer<float> from(in), to(Values(m.size(), kKept));
  smooth(from.data(), to.data(), m.rows, m.columns, m.pitch, kWeights, stages);
  const auto verdict = lockstep::compare(comparable(to.download()),
                                         comparable(smoothed(in, m, kWeights)),
                                         {size_t(m.rows), size_t(m.pitch)});
  CHECK_MESSAGE(verdict.same, "out (columns of the pitch): ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(comparable(from.download()) == comparable(in),
                "the input was changed");
}

void check_smooth(const Matrix& m, int stages) {
  check_smooth(m, filled(m), stages);
}

/// What one launch did: 48 rows for each of 4 blocks, or what comes near.
struct Counted {
  int stages;
  uint64_t rows, columns, strips;
  SimtLaunch launch;

  uint64_t tiles() const { return rows * strips; }
};

/// Whole strips, strips with an edge, and sizes drawn by lot.
const std::vector<Counted>& counted() {
  static const std::vector<Counted> all = [] {
    REQUIRE(lockstep::counters_available());
    const int rows = lockstep::drawn_size(100, 130, 1);
    const int columns = lockstep::drawn_size(513, 1000, 2);
    std::vector<Counted> runs;
    for (const int stages : kAllStages) {
      for (const Matrix& m : {Matrix{192, kWidth, kWidth},
                              Matrix{rows, columns, columns / 4 * 4 + 4}}) {
        const lockstep::Recording recording;
        check_smooth(m, stages);
        REQUIRE(recording.launches() == 1);
        runs.push_back({stages, uint64_t(m.rows), uint64_t(m.columns),
                        uint64_t((m.columns + kWidth - 1) / kWidth),
                        recording.list()[0]});
      }
    }
    return runs;
  }();
  return all;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("smooths two short rows") {
    INFO("the rows are 1 2 3 and 4 5 6, all weights are 1");
    const DeviceBuffer<float> from({1, 2, 3, kNan, 4, 5, 6, kNan});
    const DeviceBuffer<float> to(Values(8, kKept));
    const Weights ones = {{1, 1, 1, 1, 1, 1, 1, 1, 1}};
    smooth(from.data(), to.data(), 2, 3, 4, ones, 4);
    const auto verdict = lockstep::compare(
        to.download(), {6, 6, 6, kKept, 15, 15, 15, kKept}, {2, 4});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("smooths matrices of any shape") {
    for (const int columns : {0, 1, 4, 5, 511, 513, 516, 1030}) {
      for (const int rows : {0, 1, 5, 9}) {
        const int pitch = columns / 4 * 4 + 4;
        check_smooth({rows, columns, pitch}, kAllStages[(rows + columns) % 5]);
      }
    }
    for (const int stages : kAllStages) {
      check_smooth({lockstep::drawn_size(30, 60, 47), 30, 32}, stages);
      check_smooth({stages, 12, 12}, stages);
    }
  }

  TEST_CASE("what lies beyond a row does not count") {
    const Matrix m{7, 521, 540};
    Values in = filled(m);
    in[2 * m.pitch + 100] = kNan;
    in[4 * m.pitch + 520] = std::numeric_limits<float>::infinity();
    check_smooth(m, in, 3);
    check_smooth(m, in, 4);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the copies run ahead") {
    for (const Counted& run : counted()) {
      INFO(run.stages, " stages, ", run.rows, " rows in ", run.strips,
           " strips of ", kWidth, " columns");
      const SimtLaunch& one = run.launch;
      INFO("waits of warps for groups of copies: ", one.copy_waits);
      REQUIRE(one.copy_waits > 0);
      const uint64_t warps = kThreads / 32;
      const uint64_t row = run.columns * sizeof(float) / run.strips;
      const uint64_t in_flight = warps * one.copy_bytes_left / one.copy_waits;
      INFO("bytes that a block has in flight after a wait, on average");
      CHECK(in_flight >= (run.stages - 2) * row * 8 / 10);
    }
  }

  TEST_CASE("a row is copied once and costs one barrier") {
    for (const Counted& run : counted()) {
      INFO(run.stages, " stages, ", run.rows, " rows in ", run.strips,
           " strips of ", kWidth, " columns");
      const SimtLaunch& one = run.launch;
      const uint64_t warps = kThreads / 32;
      const uint64_t blocks = one.grid[0] * one.grid[1];
      const auto work = lockstep::judge(
          one, {.global_reads = run.tiles() * (warps + 1) + 4 * run.rows,
                .shared_stores = run.tiles() * (warps + 4),
                .barriers = (run.tiles() + 2 * blocks) * warps,
                .blocks = 2 * kBlocksEach});
      CHECK_MESSAGE(work.fair, work.text);
      {
        INFO("bytes read of global memory: each value, and 4 on either side");
        CHECK(one.counters.global_read.bytes <=
              run.rows * (run.columns + 8 * run.strips) * sizeof(float));
      }
      INFO("bytes of shared memory");
      CHECK(one.static_shared_bytes + one.dynamic_shared_bytes <=
            uint64_t(run.stages) * (kWidth + 8) * sizeof(float) + 64);
    }
  }
}
