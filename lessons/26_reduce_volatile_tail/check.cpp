// SPDX-License-Identifier: MIT
// What lesson 26 asks for: right sums for any size, and a last warp that
// needs no barrier of the block and no race. The emulator reports the race.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_sums(const std::vector<int>& in, int blocks, int threads) {
  INFO(in.size(), " values, ", blocks, " blocks of ", threads);
  std::vector<int> expected(blocks);
  for (size_t i = 0; i < in.size(); ++i) {
    expected[i / threads % blocks] += in[i];
  }
  const DeviceBuffer<int> from(in), to(blocks);
  reduce(from.data(), to.data(), static_cast<int>(in.size()), blocks, threads);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of sums");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

void check_sums(int n, int blocks, int threads) {
  check_sums(lockstep::distinct_values<int>(n, 19), blocks, threads);
}

constexpr int kBlocks = 2, kCount = 3000;
/// One launch of kBlocks blocks, with several rounds for each thread.
SimtCounters count(int threads) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_sums(kCount, kBlocks, threads);
  REQUIRE(recording.launches() == 1);
  const SimtLaunch launch = recording.list()[0];
  REQUIRE(launch.grid[0] * launch.block[0] == unsigned(kBlocks * threads));
  return launch.counters;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("one block of 64 adds 0 to 63") {
    INFO("64 values are left for the last warp at once: 63 * 64 / 2 = 2016");
    std::vector<int> in(64);
    std::iota(in.begin(), in.end(), 0);
    check_sums(in, 1, 64);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025, kCount}) check_sums(n, 3, 128);
  }

  TEST_CASE("works for 64 to 1024 threads") {
    for (int threads = 64; threads <= 1024; threads *= 2) {
      check_sums(1025, 2, threads);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the last six steps have no barrier of the block") {
    for (uint64_t threads : {64, 256, 1024}) {
      uint64_t most = 1;  // before the tree, then one for each longer step
      for (uint64_t half = threads / 2; half > 32; half /= 2) ++most;
      INFO(threads, " threads: a warp meets at most ", most, " barriers");
      CHECK(count(int(threads)).barriers <= most * (threads / 32) * kBlocks);
    }
  }

  TEST_CASE("64 values take six steps of one warp") {
    for (uint64_t threads : {64, 256}) {
      // Longer steps: 2 loads for each warp that adds. The last six: 2 loads
      // a step, or fewer with the values in registers; the sum is read once.
      const uint64_t most = 2 * (threads / 32 - 2) + 2 * 6 + 1;
      const SimtCounters all = count(int(threads));
      INFO(threads, " threads: at most ", most, " shared loads per block");
      CHECK(all.shared_load.requests <= most * kBlocks);
      CHECK(all.shared_load.bank_conflicts == 0);
      CHECK(all.shuffles <= 5 * kBlocks);
      CHECK(all.atomics == 0);
    }
  }

  TEST_CASE("each value moves once") {
    const SimtCounters all = count(256);
    CHECK(all.global_read.bytes == kCount * sizeof(int));
    CHECK(all.global_write.bytes == kBlocks * sizeof(int));
  }
}
