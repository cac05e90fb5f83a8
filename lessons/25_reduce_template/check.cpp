// SPDX-License-Identifier: MIT
// Right sums for each block size; a kernel that knows its size.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Compares the sums exactly: the values are halves, and up to 5000 of them
/// add up to less than 2^23, so no order of adding rounds.
void check_sums(int n, int blocks, int threads,
                decltype(&reduce) function = reduce) {
  INFO(n, " values, ", blocks, " blocks of ", threads);
  const auto in = lockstep::distinct_values<float>(n, 18);
  std::vector<float> expected(blocks);
  for (int i = 0; i < n; ++i) expected[i / threads % blocks] += in[i];
  const DeviceBuffer<float> from(in), to(blocks);
  CHECK(function(from.data(), to.data(), n, blocks, threads));
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of sums");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

/// The one launch for n values and one block, or two.
SimtLaunch count(int n, int threads, decltype(&reduce) function = reduce,
                 int blocks = 1) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_sums(n, blocks, threads, function);
  REQUIRE(recording.launches() == 1);
  const SimtLaunch launch = recording.list()[0];
  REQUIRE(launch.grid[0] == unsigned(blocks));
  REQUIRE(launch.block[0] == unsigned(threads));
  return launch;
}

/// Two values per thread of one block; no whole rounds; a drawn size.
std::vector<int> sizes(int threads) {
  return {2 * threads, 2 * threads + 31,
          lockstep::drawn_size(threads + 1, 4 * threads, 25)};
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("one block of 32 adds two values") {
    const DeviceBuffer<float> in({3, 4}), sums(1);
    CHECK(reduce(in.data(), sums.data(), 2, 1, 32));
    const auto verdict = lockstep::compare(sums.download(), {7});
    CHECK_MESSAGE(verdict.same, "sums: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("adds any number of values") {
    for (int n : {0, 1, 31, 33, 64, 127, 129, 1023, 1025, 3000,
                  lockstep::drawn_size(130, 4999, 17)}) {
      check_sums(n, 3, 64);
    }
  }

  TEST_CASE("works for every block size") {
    for (int threads = 32; threads <= 1024; threads *= 2) {
      check_sums(1025, 2, threads);
      check_sums(4000, 1, threads);
    }
  }

  TEST_CASE("refuses other block sizes") {
    const DeviceBuffer<float> in(std::vector<float>(100, 1.0f)), sums(1);
    for (int threads : {0, 1, 16, 48, 96, 100, 1000, 2048}) {
      INFO(threads, " threads");
      CHECK(!reduce(in.data(), sums.data(), 100, 1, threads));
    }
    const bool untouched = std::isnan(sums.download()[0]);
    CHECK_MESSAGE(untouched, "something was launched and stored a sum");
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each block size has a kernel of its own") {
    std::set<std::string> kernels;
    for (int threads : {32, 64, 128, 256, 512, 1024}) {
      for (int n : sizes(threads)) {
        const SimtLaunch launch = count(n, threads);
        kernels.insert(launch.kernel);
        INFO(n, " values, ", threads, " threads; bytes of shared memory");
        CHECK(launch.dynamic_shared_bytes == 0);
        CHECK(launch.static_shared_bytes <= threads * sizeof(float));
      }
    }
    INFO("different kernels for 6 block sizes");
    CHECK(kernels.size() >= 6);
  }

  TEST_CASE("a barrier stands only between warps") {
    REQUIRE(lockstep::counters_available());
    const DeviceBuffer<float> from(std::vector<float>(128, 1.0f)), to(2);
    REQUIRE(reduce(from.data(), to.data(), 128, 2, 64));
    CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                  "reduce waited for its kernel on the host");
    for (int log = 6; log <= 10; ++log) {  // 64 to 1024 threads
      const uint64_t warps = (1u << log) / 32;
      for (int n : sizes(1 << log)) {
        INFO(n, " values, ", (1 << log),
             " threads: one barrier, and one per step above 64");
        CHECK(count(n, 1 << log).counters.barriers <= (log - 5) * warps);
      }
    }
  }

  TEST_CASE("no branch asks for the next step") {
    for (int threads : {64, 128, 256, 1024}) {
      // Without values, so that the loop over them does not count.
      const auto before = count(0, threads, reduce_before).counters.branches;
      const auto now = count(0, threads).counters.branches;
      INFO(threads, " threads; branches of the rung before: ", before);
      if (threads < 256) CHECK(now * 3 <= before * 2);
      if (threads >= 256) CHECK(now * 5 <= before * 2);
    }
  }

  TEST_CASE("each value is read once, and all threads add") {
    for (int threads : {64, 256, 1024}) {
      for (int n : {8 * threads, 5 * threads + 31,
                    lockstep::drawn_size(4 * threads, 5000, 18)}) {
        const SimtLaunch launch = count(n, threads, reduce, 2);
        INFO(n, " values, 2 blocks of ", threads, " threads");
        CHECK(launch.counters.global_read.bytes <= n * sizeof(float));
        // Of full warps, and one more per warp, where the array ends.
        const uint64_t warps = 2 * threads / 32;
        const auto work = lockstep::judge(
            launch,
            {.global_reads = uint64_t(n + 31) / 32 + warps, .blocks = 2});
        CHECK_MESSAGE(work.fair, work.text);
      }
    }
  }
}
