// SPDX-License-Identifier: MIT
// Right sums for each block size; a kernel that knows its size.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Compares the sums exactly: the values are halves, and up to 4000 of them
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

/// One launch; each thread has two values.
SimtLaunch count(int threads, decltype(&reduce) function = reduce) {
  REQUIRE(lockstep::counters_available());
  const lockstep::Recording recording;
  check_sums(2 * threads, 1, threads, function);
  REQUIRE(recording.launches() == 1);
  return recording.list()[0];
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
    for (int n : {0, 1, 31, 33, 64, 127, 129, 1023, 1025, 3000}) {
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
    for (int threads : {64, 256, 1024}) {
      const SimtLaunch launch = count(threads);
      INFO(threads, " threads: the array is static, one float a thread");
      CHECK(launch.dynamic_shared_bytes == 0);
      CHECK(launch.static_shared_bytes == threads * sizeof(float));
    }
  }

  TEST_CASE("a barrier stands only between warps") {
    for (int log = 6; log <= 10; ++log) {  // 64 to 1024 threads
      const uint64_t warps = (1u << log) / 32;
      INFO((1 << log), " threads: one barrier, and one a step above 64");
      CHECK(count(1 << log).counters.barriers <= (log - 5) * warps);
    }
  }

  TEST_CASE("a warp takes fewer branches than before") {
    for (int threads : {64, 128, 256, 1024}) {
      const auto before = count(threads, reduce_before).counters.branches;
      INFO(threads, " threads; rung 17 takes ", before, " branches");
      CHECK(count(threads).counters.branches * 3 <= before * 2);
    }
  }
}
