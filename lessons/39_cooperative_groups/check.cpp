// SPDX-License-Identifier: MIT
// What lesson 39 asks for: a cooperative launch of as many blocks as fit, and a
// wait for the whole grid between two stages.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
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
  const cudaError_t launched =
      exchange_rounds(x.data(), p.data(), int(in.size()), rounds);
  INFO("the launch returned ", std::string(cudaGetErrorName(launched)));
  REQUIRE(launched == cudaSuccess);
  const auto verdict = lockstep::compare(x.download(), after(in, rounds));
  CHECK_MESSAGE(verdict.same, "x: ", verdict.text);
  CHECK_MESSAGE(x.fences_intact(), "a thread wrote outside of x");
  CHECK_MESSAGE(p.fences_intact(), "a thread wrote outside of p");
}

void check_size(int n, int rounds) {
  std::vector<unsigned> in;
  for (int v : lockstep::distinct_values<int>(n, 30)) in.push_back(std::abs(v));
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
  }

  TEST_CASE("is right when not all blocks fit at once") {
    // The emulator shows 2 multiprocessors here: 4096 threads fit at once.
    check_size(4200, 1);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one cooperative launch of the largest useful grid") {
    REQUIRE(lockstep::counters_available());
    cudaDeviceProp device{};
    REQUIRE(cudaGetDeviceProperties(&device, 0) == cudaSuccess);
    for (int n : {100, 5000}) {
      const lockstep::Recording recording;
      check_size(n, 1);
      REQUIRE(recording.launches() == 1);
      const SimtLaunch launch = recording.list()[0];
      CHECK(launch.cooperative == 1);
      const int fit =
          launch.resident_blocks_per_sm * device.multiProcessorCount;
      const int threads = int(launch.block[0]);
      const int useful = (n + threads - 1) / threads;
      INFO(useful, " blocks have work, ", fit, " fit at once");
      CHECK(int(launch.grid[0]) == (useful < fit ? useful : fit));
    }
  }
}
