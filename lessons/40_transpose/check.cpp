// SPDX-License-Identifier: MIT
// What lesson 40 asks for: a right transpose of any size, whole sectors, no
// bank conflict, no padding, and several values for each thread.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Transposes `rows` x `columns` different values and compares all of them.
void check_transpose(int rows, int columns) {
  INFO("in: ", rows, " rows of ", columns, " values");
  const size_t r = rows, c = columns;
  const auto in = lockstep::distinct_values<float>(r * c, 31);
  std::vector<float> expected(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    expected[i % c * r + i / c] = in[i];
  }
  const DeviceBuffer<float> from(in), to(in.size());
  transpose(from.data(), to.data(), rows, columns);
  const auto verdict = lockstep::compare(to.download(), expected, {c, r});
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

// Whole tiles of 32 or 64, more than one each way, and not a square.
constexpr int kRows = 128, kColumns = 192;
constexpr uint64_t kBytes = kRows * kColumns * sizeof(float);

SimtLaunch count(int rows, int columns) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_transpose(rows, columns);
  REQUIRE(recording.launches() == 1);
  return recording.list()[0];
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("transposes 2 by 3") {
    const DeviceBuffer<float> in({1, 2, 3,  //
                                  4, 5, 6});
    const DeviceBuffer<float> out(6);
    transpose(in.data(), out.data(), 2, 3);
    const auto verdict =
        lockstep::compare(out.download(), {1, 4, 2, 5, 3, 6}, {3, 2});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("transposes sizes that do not fit the tile") {
    for (int n : {0, 1, 31, 33}) {
      check_transpose(n, n);
      check_transpose(n, 1025);
      check_transpose(1023, n);
    }
    check_transpose(66, 130);
  }

  TEST_CASE("transposes rows of whole vectors") {
    for (int n : {4, 36, 64, 100}) {
      check_transpose(n, 68);
      check_transpose(132, n);
      check_transpose(n, 33);  // out's rows are whole vectors, in's are not
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("global memory moves whole sectors") {
    const SimtCounters all = count(kRows, kColumns).counters;
    INFO("a sector is 32 bytes; each must move once in and once out");
    CHECK(all.global_read.sectors == kBytes / 32);
    CHECK(all.global_write.sectors == kBytes / 32);
  }

  TEST_CASE("no access waits for a bank") {
    for (int odd : {0, 1}) {
      const SimtCounters all = count(kRows + odd, kColumns + odd).counters;
      CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
      CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
      CHECK(all.shared_atomic.wavefronts == all.shared_atomic.ideal_wavefronts);
    }
  }

  TEST_CASE("no word of shared memory stays unused") {
    const SimtLaunch launch = count(kRows, kColumns);
    const uint64_t words =
        uint64_t(launch.grid[0]) * launch.grid[1] *
        (launch.static_shared_bytes + launch.dynamic_shared_bytes) /
        sizeof(float);
    INFO("each value is stored in shared memory once, 32 words in a pass");
    CHECK(launch.counters.shared_store.ideal_wavefronts == kBytes / 128);
    INFO("the tiles of all blocks have ", words, " words; each holds a value");
    REQUIRE(words > 0);
    CHECK(kBytes / sizeof(float) % words == 0);
  }

  TEST_CASE("a thread moves at least four values") {
    const SimtLaunch launch = count(kRows, kColumns);
    const uint64_t threads = uint64_t(launch.grid[0]) * launch.grid[1] *
                             launch.block[0] * launch.block[1];
    INFO(threads, " threads for ", kRows * kColumns, " values");
    CHECK(4 * threads <= kRows * kColumns);
    INFO("a block works on one multiprocessor; a GPU has many");
    CHECK(launch.grid[0] * launch.grid[1] > 1);
  }
}
