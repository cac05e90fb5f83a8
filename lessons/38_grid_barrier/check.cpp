// SPDX-License-Identifier: MIT
// What lesson 38 asks for: a barrier for the whole grid that can be used again
// and again, and a grid whose blocks are all resident.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

std::vector<unsigned> after(std::vector<unsigned> x, int rounds) {
  for (int stage = 0; stage < 2 * rounds; ++stage) {
    unsigned sum = 0;
    for (size_t i = 0; i < x.size(); i += 16) sum += x[i];
    for (unsigned& value : x) value += sum;
  }
  return x;
}

void check_exchange(const std::vector<unsigned>& in, int rounds) {
  INFO(in.size(), " values, ", rounds, " rounds");
  const DeviceBuffer<unsigned> x(in), p(in.size());
  exchange_rounds(x.data(), p.data(), int(in.size()), rounds);
  const auto verdict = lockstep::compare(x.download(), after(in, rounds));
  CHECK_MESSAGE(verdict.same, "x: ", verdict.text);
  CHECK_MESSAGE(x.fences_intact(), "a thread wrote outside of x");
  CHECK_MESSAGE(p.fences_intact(), "a thread wrote outside of p");
}

void check_size(int n, int rounds) {
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(n, 29)) in.push_back(std::abs(v));
  check_exchange(in, rounds);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("does one round on paper") {
    INFO("x = 1 2; the sum is 1, so p = 2 3; the sum is 2, so x = 4 5");
    check_exchange({1, 2}, 1);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("is right for any number of values") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) check_size(n, 1);
    check_size(100, 0);
    check_size(300, 3);
    check_size(lockstep::drawn_size(100, 400, 38), 2);
  }

  TEST_CASE("is right when not all blocks fit at once") {
    // The emulator shows 3 multiprocessors here: 6144 threads fit at once.
    check_size(6300, 1);
  }

  TEST_CASE("holds for 1000 rounds") { check_size(66, 1000); }
}

TEST_SUITE("technique") {
  TEST_CASE("one launch, and every multiprocessor works") {
    REQUIRE(lockstep::counters_available());
    cudaDeviceProp device{};
    REQUIRE(cudaGetDeviceProperties(&device, 0) == cudaSuccess);
    for (int n : {1024, lockstep::drawn_size(700, 1300, 39)}) {
      const lockstep::Recording recording;
      check_size(n, 2);
      REQUIRE(recording.launches() == 1);
      const SimtLaunch launch = recording.list()[0];
      const int blocks = int(launch.grid[0]);
      INFO(n, " values in ", blocks, " blocks on ", device.multiProcessorCount,
           " multiprocessors");
      CHECK(blocks >= device.multiProcessorCount);
      INFO(launch.resident_blocks_per_sm, " blocks fit on each of them");
      CHECK(blocks <=
            device.multiProcessorCount * launch.resident_blocks_per_sm);
    }
  }
}
