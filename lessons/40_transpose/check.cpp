// SPDX-License-Identifier: MIT
// What lesson 40 asks for: a right transpose of any size, whole sectors, no
// bank conflict, no padding, and several values for each thread.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
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

// Whole tiles of up to 256 values each way.
constexpr int kSide = 256;
constexpr uint64_t kBytes = kSide * kSide * sizeof(float);

SimtLaunch count(int rows, int columns) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_transpose(rows, columns);
  REQUIRE(recording.launches() == 1);
  return recording.list()[0];
}

/// Rows and columns that no tile divides; the last pair is the schedule's.
struct Size {
  int rows, columns;
};
std::vector<Size> odd_sizes() {
  return {
      {kSide - 1, 2 * kSide - 1},
      {kSide, kSide + 4},
      {lockstep::drawn_size(200, 300, 40), lockstep::drawn_size(200, 300, 41)}};
}

uint64_t blocks(const SimtLaunch& launch) {
  return uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
}
uint64_t threads(const SimtLaunch& launch) {
  return blocks(launch) * launch.block[0] * launch.block[1] * launch.block[2];
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
    check_transpose(lockstep::drawn_size(34, 99, 42),
                    lockstep::drawn_size(34, 99, 43));
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
    const SimtLaunch launch = count(kSide, kSide);
    const SimtCounters& all = launch.counters;
    INFO("a sector is 32 bytes; each must move once in and once out");
    CHECK(all.global_read.sectors <= kBytes / 32);
    CHECK(all.global_write.sectors <= kBytes / 32);
    // All lanes work: a request moves 128 bytes or more.
    const uint64_t requests = kBytes / 128;
    const lockstep::Work most{.global_reads = requests,
                              .global_writes = requests,
                              .shared = 2 * requests,
                              .blocks = 4};
    const auto work = lockstep::judge(launch, most);
    CHECK_MESSAGE(work.fair, work.text);
    for (const auto [rows, columns] : odd_sizes()) {
      const SimtCounters odd = count(rows, columns).counters;
      INFO("in: ", rows, " rows of ", columns, " values, which begin anywhere");
      CHECK(2 * odd.global_read.sectors <= 3 * odd.global_read.ideal_sectors);
      CHECK(2 * odd.global_write.sectors <= 3 * odd.global_write.ideal_sectors);
    }
  }

  TEST_CASE("each request to shared memory takes the fewest wavefronts") {
    auto sizes = odd_sizes();
    sizes.push_back({kSide, kSide});
    for (const auto [rows, columns] : sizes) {
      const SimtCounters all = count(rows, columns).counters;
      INFO("in: ", rows, " rows of ", columns, " values");
      CHECK(all.shared.wavefronts <= all.shared.ideal_wavefronts);
    }
  }

  TEST_CASE("no word of shared memory stays unused") {
    const SimtLaunch launch = count(kSide, kSide);
    const uint64_t words =
        blocks(launch) *
        (launch.static_shared_bytes + launch.dynamic_shared_bytes) /
        sizeof(float);
    INFO("each value is stored in shared memory once, 32 words per wavefront");
    CHECK(launch.counters.shared_store.ideal_wavefronts <= kBytes / 128);
    INFO("the tiles of all blocks have ", words, " words; each holds a value");
    if (words > 0) CHECK(kBytes / sizeof(float) % words == 0);
  }

  TEST_CASE("a thread moves at least four values") {
    const SimtLaunch launch = count(kSide, kSide);
    INFO(threads(launch), " threads for ", kSide * kSide, " values");
    CHECK(4 * threads(launch) <= kSide * kSide);
    INFO("a warp waits at most twice per 4 values of each lane");
    CHECK(launch.counters.barriers <= 2 * kSide * kSide / (4 * 32));
    for (const auto [rows, columns] : odd_sizes()) {
      const uint64_t odd = threads(count(rows, columns));
      INFO(odd, " threads for ", rows, " x ", columns, " values");
      CHECK(2 * odd <= uint64_t(rows) * columns);
    }
    const DeviceBuffer<float> in(std::vector<float>(64 * 64)), out(64 * 64);
    transpose(in.data(), out.data(), 64, 64);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "transpose waited for its kernel on the host");
  }
}
