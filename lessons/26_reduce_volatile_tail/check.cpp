// SPDX-License-Identifier: MIT
// What lesson 26 asks for: right sums for any size, and a last warp that
// needs no barrier of the block and no race. The emulator reports the race.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <climits>
#include <numeric>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

void check_sums(const std::vector<int>& in, int blocks, int threads) {
  INFO(in.size(), " values, ", blocks, " blocks of ", threads);
  std::vector<unsigned> sums(blocks);  // they wrap around
  for (size_t i = 0; i < in.size(); ++i) sums[i / threads % blocks] += in[i];
  const std::vector<int> expected(sums.begin(), sums.end());
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

/// Calls `judge` with the one launch of a friendly size, an awkward one and a
/// drawn one, each for blocks of 64, 256 and 1024 threads.
template <typename Judge>
void for_each_launch(Judge judge) {
  REQUIRE(lockstep::counters_available());
  const int drawn = lockstep::drawn_size(2500, 5000, 26);
  for (int threads : {64, 256, 1024}) {
    for (int n : {4096, kCount + 1, drawn}) {
      const lockstep::Recording recording;
      check_sums(n, kBlocks, threads);
      REQUIRE(recording.launches() == 1);
      INFO(n, " values, ", kBlocks, " blocks of ", threads, " threads");
      judge(recording.list()[0], uint64_t(threads), uint64_t(n));
    }
  }
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
    for (int n : {0, 1, 31, 33, 1023, 1025, kCount,
                  lockstep::drawn_size(2, 5000, 19)}) {
      check_sums(n, 3, 128);
    }
  }

  TEST_CASE("works for 64 to 1024 threads") {
    for (int threads = 64; threads <= 1024; threads *= 2) {
      check_sums(1025, 2, threads);
    }
  }

  TEST_CASE("sums may wrap around") {
    INFO("2^30, the largest int, the smallest one and -1, again and again");
    std::vector<int> in(500);
    const int some[] = {1 << 30, INT_MAX, INT_MIN, -1};
    for (size_t i = 0; i < in.size(); ++i) in[i] = some[i % 7 % 4];
    check_sums(in, 2, 64);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the last six steps have no barrier of the block") {
    for_each_launch([](const SimtLaunch& launch, uint64_t threads, uint64_t) {
      uint64_t most = 1;  // before the tree, then one for each longer step
      for (uint64_t half = threads / 2; half > 32; half /= 2) ++most;
      INFO("each warp may come to ", most, " barrier(s) of the block");
      const uint64_t bound = most * (threads / 32) * kBlocks;
      CHECK(launch.counters.barriers <= bound);
    });
  }

  TEST_CASE("64 values take six steps of one warp") {
    for_each_launch([](const SimtLaunch& launch, uint64_t threads, uint64_t) {
      // Longer steps: 2 loads for each warp that adds. The last six: 2 loads
      // a step, or fewer with the values in registers; the sum is read once.
      const uint64_t most = 2 * (threads / 32 - 2) + 2 * 6 + 1;
      const SimtCounters& all = launch.counters;
      INFO("loads from shared memory, all blocks; then shuffles and atomics");
      CHECK(all.shared_load.requests <= most * kBlocks);
      CHECK(all.shuffles <= 5 * kBlocks);
      CHECK(all.atomics == 0);
      INFO("wavefronts of all requests to shared memory, and the fewest");
      CHECK(all.shared.wavefronts <= all.shared.ideal_wavefronts);
    });
  }

  TEST_CASE("no other work is added") {
    for_each_launch([](const SimtLaunch& launch, uint64_t, uint64_t n) {
      const SimtCounters& all = launch.counters;
      INFO("bytes of global memory, read and written");
      CHECK(all.global_read.bytes <= n * sizeof(int));
      CHECK(all.global_write.bytes <= kBlocks * sizeof(int));
      const auto work = lockstep::judge(launch, {.lanes_percent = 50});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }
}
