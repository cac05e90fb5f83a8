// SPDX-License-Identifier: MIT
// What lesson 51 asks for: right values up to the edges, nothing read or
// written between the rows, and all of it moved by a few bulk copies.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<float>;

namespace {

const float kNan = std::numeric_limits<float>::quiet_NaN();
const float kInfinity = std::numeric_limits<float>::infinity();

/// Whole numbers: no weighted sum of nine of them rounds.
Values numbers(int rows, int columns) {
  Values values(size_t(rows) * columns);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = float(int(i * 2654435761u >> 20 & 1023) - 512);
  }
  return values;
}

/// The value at (r, c) of the result.
float blurred(const Values& in, int rows, int columns, int r, int c) {
  const int weights[] = {1, 2, 1};
  float sum = 0;
  for (int y = std::max(r - 1, 0); y <= std::min(r + 1, rows - 1); ++y) {
    for (int x = std::max(c - 1, 0); x <= std::min(c + 1, columns - 1); ++x) {
      const float weight = float(weights[y - r + 1] * weights[x - c + 1]);
      sum += weight * in[size_t(y) * columns + x];
    }
  }
  return sum / 16;
}

/// Blurs `values`. Rows begin `gap` floats and what makes 16 bytes apart, with
/// NaNs between them, and both matrices `shift` floats into their allocations.
void check_blur(int rows, int columns, const Values& values, int gap = 0,
                int shift = 0) {
  const int whole = (columns + 3) / 4 * 4, pitch = whole + gap;
  INFO(rows, " x ", columns, " values, pitch ", pitch);
  Values in(size_t(rows) * pitch, kNan), expected(in.size(), 0.0f);
  for (size_t i = 0; i < values.size(); ++i) {
    const int r = int(i) / columns, c = int(i) % columns;
    in[size_t(r) * pitch + c] = values[i];
    expected[size_t(r) * pitch + c] = blurred(values, rows, columns, r, c);
  }
  in.insert(in.begin(), shift, kNan);
  const DeviceBuffer<float> from(in), to(in.size());
  blur(from.data() + shift, to.data() + shift, rows, columns, pitch);
  Values got = to.download();
  bool untouched = true;  // before out, and between its rows
  for (int i = 0; i < shift; ++i) untouched &= std::isnan(got[i]);
  got.erase(got.begin(), got.begin() + shift);
  for (size_t i = 0; i < got.size(); ++i) {
    const int c = int(i) % pitch;
    if (c >= whole) untouched &= std::isnan(got[i]);
    if (c >= columns) got[i] = 0;
  }
  CHECK_MESSAGE(untouched, "values between the rows of out were written");
  const auto verdict =
      lockstep::compare(got, expected, {size_t(rows), size_t(pitch)});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  const Values read = from.download();
  const size_t bytes = in.size() * sizeof(float);
  const bool kept = in.empty() || !std::memcmp(read.data(), in.data(), bytes);
  CHECK_MESSAGE(kept, "in was changed");
}

void check_size(int rows, int columns, int gap = 0, int shift = 0) {
  check_blur(rows, columns, numbers(rows, columns), gap, shift);
}

void judge(int rows, int columns) {
  const lockstep::Recording recording;
  check_size(rows, columns, 4);
  REQUIRE(recording.launches() == 1);
  const uint64_t pieces = uint64_t(rows + 63) / 64 * ((columns + 63) / 64);
  INFO(rows, " x ", columns, " values, ", pieces, " pieces of 64 x 64");
  uint64_t copies = 0;  // of any kind, not their commits and waits
  for (const char* kind : {"tensor", "shared", "global"}) {
    copies += recording.instructions(
        ("cp.async.bulk." + std::string(kind) + "*").c_str());
  }
  CHECK(copies >= 2);
  CHECK(copies <= 24 * pieces);
  INFO("requests of ordinary loads and stores to global memory");
  const lockstep::Work most{.global_reads = pieces,
                            .global_writes = pieces,
                            .busiest_percent = 200,
                            .blocks = 2};
  const auto work = lockstep::judge(recording, most);
  CHECK_MESSAGE(work.fair, work.text);
  INFO("instructions of the busiest warp: at most a sixth of all");
  CHECK(recording.list()[0].busiest_warp_instructions * 6 <=
        recording.total().warp_instructions);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("blurs 2 by 3 values") {
    INFO("the 16 at the left gives 4 2 0, 2 1 0; the 32 gives 0 2 4, 0 4 8");
    check_blur(2, 3, {16, 0, 0, 0, 0, 32});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("blurs sizes that do not fit a tile") {
    for (const int rows : {1, 16, 17, 33}) check_size(rows, 66);
    for (const int columns : {1, 3, 63, 64, 65}) check_size(18, columns);
    check_size(1, 1);
    check_size(0, 9);
    check_size(9, 0);
    check_size(lockstep::drawn_size(1, 40, 511),
               lockstep::drawn_size(1, 80, 512));
  }

  TEST_CASE("leaves alone what lies between the rows") {
    check_size(17, 61, 4);
    check_size(18, 68, 8, 4);
    check_size(5, 130, 12, 12);
  }

  TEST_CASE("blurs infinities and tiny values") {
    Values values = numbers(20, 70);
    values[15 * 70 + 66] = values[0] = kInfinity;
    values[19 * 70 + 5] = 1e-40f;
    check_blur(20, 70, values);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a few copies move each tile") {
    REQUIRE(lockstep::counters_available());
    judge(64, 128);
    judge(69, 130);
    judge(lockstep::drawn_size(65, 100, 513),
          lockstep::drawn_size(65, 100, 514));
    const DeviceBuffer<float> in(Values(64)), out(64);
    blur(in.data(), out.data(), 8, 8, 8);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "the call waited for its kernel");
  }
}
