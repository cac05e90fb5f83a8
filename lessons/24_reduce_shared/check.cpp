// SPDX-License-Identifier: MIT
// What lesson 24 asks for: right sums for any size, by a tree without bank
// conflicts in which whole warps fall idle.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Compares the sums exactly: the values are halves, and up to 5000 of them
/// add up to less than 2^23, so no order of adding rounds.
void check_sums(const std::vector<float>& in, int blocks, int threads) {
  INFO(in.size(), " values, ", blocks, " block(s) of ", threads, " threads");
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

struct Size {
  int n, blocks, threads;
};
/// Calls `judge` with the one launch of a friendly size, an awkward one and a
/// drawn one, each for blocks of 64, 256 and 1024 threads.
template <typename Judge>
void for_each_launch(Judge judge) {
  REQUIRE(lockstep::counters_available());
  const int drawn = lockstep::drawn_size(2500, 5000, 24);
  for (int threads : {64, 256, 1024}) {
    for (const Size& size : {Size{4096, 2, threads}, Size{3001, 3, threads},
                             Size{drawn, 2, threads}}) {
      const lockstep::Recording recording;
      check_sums(size.n, size.blocks, threads);
      REQUIRE(recording.launches() == 1);
      const SimtLaunch launch = recording.list()[0];
      REQUIRE(launch.grid[0] == unsigned(size.blocks));
      REQUIRE(launch.block[0] == unsigned(threads));
      INFO(size.n, " values, ", size.blocks, " blocks of ", threads,
           " threads");
      judge(launch, size);
    }
  }
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
    check_sums(lockstep::drawn_size(65, 4999, 17), 5, 32);
  }

  TEST_CASE("works for any power of two of threads") {
    for (int threads = 1; threads <= 1024; threads *= 2) {
      check_sums(1025, 2, threads);
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one wavefront per request") {
    for_each_launch([](const SimtLaunch& launch, const Size& size) {
      const SimtCounters& all = launch.counters;
      INFO("wavefronts of all requests to shared memory, and the fewest");
      CHECK(all.shared.wavefronts <= all.shared.ideal_wavefronts);
      // An atomic makes its lanes wait as well. One lane per warp may.
      const uint64_t warps = size.blocks * (size.threads / 32);
      INFO("bytes that atomics to shared memory change: 4 per warp at most");
      CHECK(all.shared_atomic.bytes <= 4 * warps);
    });
  }

  TEST_CASE("one barrier per step") {
    REQUIRE(lockstep::counters_available());
    const DeviceBuffer<float> from(std::vector<float>(128, 1.0f)), to(2);
    reduce(from.data(), to.data(), 128, 2, 64);
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "reduce waited for its kernel on the host");
    for_each_launch([](const SimtLaunch& launch, const Size& size) {
      uint64_t steps = 0;
      while ((1 << steps) < size.threads) ++steps;
      INFO(steps, " steps; one barrier before them, and one for each");
      const uint64_t warps = size.blocks * (size.threads / 32);
      const auto work =
          lockstep::judge(launch, {.barriers = (1 + steps) * warps,
                                   .lanes_percent = 0,
                                   .busiest_percent = 100000});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }

  TEST_CASE("half of the warps fall idle in each step") {
    for_each_launch([](const SimtLaunch& launch, const Size& size) {
      // Warps that add: 1/2, 1/4, ... of all down to one warp, which needs
      // five more steps. Each of them may load twice; the sum is read once.
      const uint64_t warps = size.threads / 32;
      const uint64_t most = 2 * (warps - 1 + 5) + 1;
      INFO("at most ", most, " loads from shared memory per block");
      const auto work =
          lockstep::judge(launch, {.shared_loads = most * size.blocks,
                                   .shared_atomics = warps * size.blocks,
                                   .blocks = uint64_t(size.blocks)});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }

  TEST_CASE("each value is read once") {
    for_each_launch([](const SimtLaunch& launch, const Size& size) {
      const SimtCounters& all = launch.counters;
      INFO("bytes and sectors of global memory");
      CHECK(all.global_read.bytes <= size.n * sizeof(float));
      CHECK(all.global_read.sectors * 4 <= all.global_read.ideal_sectors * 5);
      CHECK(all.global_write.bytes <= size.blocks * sizeof(float));
      // Of full warps, and a quarter more: compilers unroll a loop in a way
      // that splits the warp where the array ends.
      const uint64_t requests = (size.n + 31) / 32;
      const auto work =
          lockstep::judge(launch, {.global_reads = requests * 5 / 4,
                                   .global_writes = uint64_t(size.blocks)});
      CHECK_MESSAGE(work.fair, work.text);
    });
  }

  TEST_CASE("one float per thread of shared memory") {
    for_each_launch([](const SimtLaunch& launch, const Size& size) {
      INFO("bytes of shared memory per block, static and dynamic");
      const uint64_t bytes =
          launch.static_shared_bytes + launch.dynamic_shared_bytes;
      CHECK(bytes <= size.threads * sizeof(float));
    });
  }
}
