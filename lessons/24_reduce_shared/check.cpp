// SPDX-License-Identifier: MIT
// What lesson 24 asks for: right sums for any size, by a tree without bank
// conflicts in which whole warps fall idle.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Compares the sums exactly: the values are halves, and up to 3000 of them
/// add up to less than 2^23, so no order of adding rounds.
void check_sums(const std::vector<float>& in, int blocks, int threads) {
  INFO(in.size(), " values, ", blocks, " blocks of ", threads);
  std::vector<float> expected(blocks);
  for (size_t i = 0; i < in.size(); ++i) {
    expected[i / threads % blocks] += in[i];
  }
  const DeviceBuffer<float> from(in), to(blocks);
  reduce(from.data(), to.data(), static_cast<int>(in.size()), blocks, threads);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of sums");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

void check_sums(int n, int blocks, int threads) {
  check_sums(lockstep::distinct_values<float>(n, 17), blocks, threads);
}

/// One launch, with several rounds for each thread.
constexpr int kBlocks = 2;
SimtCounters count(int threads) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_sums(3000, kBlocks, threads);
  REQUIRE(recording.launches() == 1);
  const SimtLaunch launch = recording.list()[0];
  REQUIRE(launch.grid[0] == kBlocks);
  REQUIRE(launch.block[0] == unsigned(threads));
  INFO("the threads of a block meet in its dynamic shared memory");
  CHECK(launch.dynamic_shared_bytes == threads * sizeof(float));
  CHECK(launch.dynamic_shared_bytes_touched == threads * sizeof(float));
  return launch.counters;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("one block of 4 adds 1 to 8") {
    INFO("threads: 1+5 2+6 3+7 4+8 = 6 8 10 12; then 16 20; then 36");
    check_sums({1, 2, 3, 4, 5, 6, 7, 8}, 1, 4);
  }

  TEST_CASE("two blocks of 2 share 6 values") {
    INFO("block 0 has 1 2 5 6, block 1 has 3 4");
    check_sums({1, 2, 3, 4, 5, 6}, 2, 2);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025, 3000}) check_sums(n, 3, 64);
  }

  TEST_CASE("works for any power of two of threads") {
    for (int threads = 1; threads <= 1024; threads *= 2) {
      check_sums(1025, 2, threads);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("no access waits for a bank") {
    const SimtCounters all = count(256);
    INFO("a wavefront is one pass over the 32 banks");
    CHECK(all.shared_load.wavefronts == all.shared_load.ideal_wavefronts);
    CHECK(all.shared_store.wavefronts == all.shared_store.ideal_wavefronts);
    CHECK(all.atomics == 0);  // an atomic makes its lanes wait as well
  }

  TEST_CASE("a step costs one barrier") {
    INFO("256 = 2^8: one barrier before the tree, and one for each step");
    CHECK(count(256).barriers <= (1 + 8) * 8 * kBlocks);  // 8 warps per block
  }

  TEST_CASE("in each step half of the warps are done") {
    for (int threads : {256, 1024}) {
      // Warps that add: 1/2, 1/4, ... of all down to one warp, which needs
      // five more steps. Each of them may load twice; the sum is read once.
      const uint64_t warps = threads / 32;
      const uint64_t most = 2 * (warps - 1 + 5) + 1;
      INFO(threads, " threads: at most ", most, " shared loads per block");
      const SimtCounters all = count(threads);
      CHECK(all.shared_load.requests + all.shared_atomic.requests <=
            most * kBlocks);
    }
  }

  TEST_CASE("each value moves once") {
    const SimtCounters all = count(256);
    CHECK(all.global_read.bytes == 3000 * sizeof(float));
    CHECK(all.global_read.sectors == all.global_read.ideal_sectors);
    CHECK(all.global_write.bytes == kBlocks * sizeof(float));
  }
}
