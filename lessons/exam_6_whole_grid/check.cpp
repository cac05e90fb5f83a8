// SPDX-License-Identifier: MIT
// What exam 6 asks for: rounds on a whole grid in one launch, and an end that
// all blocks agree on.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

constexpr unsigned kSeed = 6;  // a teacher may change it

/// The result, and how many rounds changed something.
std::pair<std::vector<int>, int> after(std::vector<int> x) {
  for (int rounds = 0;; ++rounds) {
    std::vector<int> next = x;
    for (size_t j = 0; j < x.size(); ++j) {
      if (j > 0) next[j] = std::max(next[j], x[j - 1]);
      if (j + 1 < x.size()) next[j] = std::max(next[j], x[j + 1]);
    }
    if (next == x) return {x, rounds};
    x = next;
  }
}

void check_spread(const std::vector<int>& in) {
  const auto [want, changing] = after(in);
  INFO(in.size(), " values, ", changing, " rounds that change something");
  const DeviceBuffer<int> x(in), scratch(in.size()), rounds(1);
  const cudaError_t launched =
      spread(x.data(), scratch.data(), int(in.size()), rounds.data());
  INFO("the launch returned ", std::string(cudaGetErrorName(launched)));
  REQUIRE(launched == cudaSuccess);
  const auto verdict = lockstep::compare(x.download(), want);
  CHECK_MESSAGE(verdict.same, "x: ", verdict.text);
  if (!in.empty()) CHECK(rounds.download()[0] == changing);
  CHECK_MESSAGE(x.fences_intact(), "a thread wrote outside of x");
  CHECK_MESSAGE(scratch.fences_intact(), "a thread wrote outside of scratch");
}

void check_size(int n) {
  check_spread(lockstep::distinct_values<int>(n, kSeed + n));
}

/// A large value at every 8th place: 4 rounds, whatever n is.
std::vector<int> hills(int n) {
  auto x = lockstep::distinct_values<int>(n, kSeed);
  for (int j = 0; j < n; j += 8) x[j] = 1 << 30;
  return x;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("spreads 3 1 2") {
    INFO("3 1 2, then 3 3 2, then 3 3 3: two rounds change something");
    check_spread({3, 1, 2});
  }
  TEST_CASE("sees that nothing changes") {
    check_spread({7});
    check_spread({5, 5, 5, 5});
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("is right for any number of values") {
    for (int n : {0, 1, 31, 33, 257, 300}) check_size(n);
    for (int n : {1023, 1025}) check_spread(hills(n));
    std::vector<int> slope(700);  // 699 rounds
    slope[0] = 1;
    check_spread(slope);
  }
  TEST_CASE("is right when not all blocks fit at once") {
    // The emulator shows 2 multiprocessors here: 4096 threads fit at once.
    check_spread(hills(4200));
  }
  TEST_CASE("can be called again") {
    for (int n : {300, 2, 270}) {
      check_size(n);
      check_spread({5, 5});
    }
  }
}

TEST_SUITE("technique") {
  TEST_CASE("one cooperative launch of the largest useful grid") {
    REQUIRE(lockstep::counters_available());
    for (int device : {0, 1}) {
      REQUIRE(cudaSetDevice(device) == cudaSuccess);
      cudaDeviceProp shown{};
      REQUIRE(cudaGetDeviceProperties(&shown, device) == cudaSuccess);
      INFO("on device ", device, ", ", std::string(shown.name));
      for (int n : {600, 5000}) {
        const lockstep::Recording recording;
        check_spread(hills(n));
        REQUIRE(recording.launches() == 1);
        const SimtLaunch launch = recording.list()[0];
        CHECK(launch.cooperative == 1);
        const int fit =
            launch.resident_blocks_per_sm * shown.multiProcessorCount;
        const int threads = int(launch.block[0]);
        const int useful = (n + threads - 1) / threads;
        INFO(useful, " blocks have work, ", fit, " fit at once");
        CHECK(int(launch.grid[0]) == (useful < fit ? useful : fit));
        // While a block waits, one lane of one of its warps polls.
        const auto work = lockstep::judge(
            launch, {.lanes_percent = 30, .busiest_percent = 500, .blocks = 3});
        CHECK_MESSAGE(work.fair, work.text);
      }
      const DeviceBuffer<int> x(hills(600)), scratch(600), rounds(1);
      const auto call = [&] {
        return spread(x.data(), scratch.data(), 600, rounds.data());
      };
      CHECK(call() == cudaSuccess);
      CHECK_MESSAGE(cudaStreamQuery(nullptr) == cudaErrorNotReady,
                    "the call waited for its kernel");
      // The last of its calls that can fail is the launch.
      lockstep::FailedCall failed;
      cudaError_t returned = cudaSuccess;
      for (int last = 8; last > 0 && failed.error == 0; --last) {
        lockstep::fail_call(last, false);
        returned = call();
        failed = lockstep::failed_call();
        lockstep::fail_call(0);
      }
      cudaGetLastError();  // the next call must not find it
      CHECK_MESSAGE(returned == failed.error,
                    "the launch failed, and spread() did not return its error");
    }
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
  }
}
