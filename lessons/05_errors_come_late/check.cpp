// SPDX-License-Identifier: MIT
// What lesson 05 asks for: right values, and for each call that is made to fail
// its own error, no call after it, and no memory that stays behind.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/error_name.h"
#include "lesson.h"

namespace {

constexpr int kMostCalls = 16;  // that can fail; an ordinary answer has six

std::string name(cudaError_t error) { return cudaGetErrorName(error); }

/// Adds n different values and compares all results. Exactly: all values are
/// halves below 2^20, so neither the product nor the sum rounds.
void check_add(int n, int blocks, int threads) {
  INFO("n = ", n, ", ", blocks, " blocks of ", threads, " threads");
  const auto x = lockstep::distinct_values<float>(n, 1);
  auto y = lockstep::distinct_values<float>(n, 2), expected = y;
  for (int i = 0; i < n; ++i) expected[i] += 3 * x[i];
  CHECK(name(add_scaled(3, x.data(), y.data(), n, blocks, threads)) ==
        "cudaSuccess");
  const auto verdict = lockstep::compare(y, expected, {0, 0, size_t(threads)});
  CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
}

/// What came of one run of add_scaled.
struct Outcome {
  cudaError_t returned, failed;  // failed: cudaSuccess when no call failed
  uint64_t later;                // calls after the one that failed
  uint64_t kept;  // allocations, streams and the like, of all runs so far
};

std::string described(int call, cudaError_t failed) {
  if (failed == cudaSuccess) return "no call was made to fail";
  return "call " + std::to_string(call) + " was made to fail: " +
         (failed == cudaErrorMemoryAllocation       ? "an allocation"
          : failed == cudaErrorLaunchOutOfResources ? "the launch"
                                                    : "a copy or a wait");
}

/// Makes one call of add_scaled fail, if it makes so many calls.
Outcome run_with_failure(int call) {
  const std::vector<float> x = {1, 2, 3, 4};
  std::vector<float> y = {5, 6, 7, 8};
  lockstep::fail_call(call, false);
  const cudaError_t returned = add_scaled(2, x.data(), y.data(), 4, 1, 32);
  const lockstep::FailedCall failed = lockstep::failed_call();
  lockstep::fail_call(0);
  cudaGetLastError();  // the runtime must not remember it for the next call
  const auto error = cudaError_t(failed.error);
  const bool usable = cudaDeviceSynchronize() == cudaSuccess;
  REQUIRE_MESSAGE(usable, described(call, error),
                  "; the function went on, and a kernel spoilt the device");
  return {returned, error, failed.later, lockstep::live_objects()};
}

/// Judges a run for each call, the last call first: a kernel without memory
/// would spoil the device for all later runs. Ends at the first that fails.
template <typename Judge>
void for_each_call(Judge judge) {
  REQUIRE(lockstep::counters_available());
  for (int call = kMostCalls; call > 0; --call) {
    const Outcome outcome = run_with_failure(call);
    INFO(described(call, outcome.failed),
         " (allocations, copies, launches and "
         "waits are counted)");
    judge(outcome);
    const bool reached = call > 3 || outcome.failed != cudaSuccess;
    REQUIRE_MESSAGE(reached, "an answer needs at least three such calls");
  }
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("computes 3 values") {
    const std::vector<float> x = {1, 2, 3};
    std::vector<float> y = {10, 20, 30};
    INFO("a = 2, x = 1 2 3, y = 10 20 30; one block of 4 threads");
    CHECK(name(add_scaled(2, x.data(), y.data(), 3, 1, 4)) == "cudaSuccess");
    const auto verdict = lockstep::compare(y, {12, 24, 36});
    CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for other lengths") {
    check_add(1, 1, 32);
    check_add(33, 2, 32);
    check_add(1023, 8, 128);
    check_add(1025, 17, 64);
  }

  TEST_CASE("a launch that cannot start returns its error") {
    std::vector<float> x(4), y(4);
    INFO("3 blocks of 2048 threads: a block has at most 1024");
    const auto error = add_scaled(2, x.data(), y.data(), 4, 3, 2048);
    cudaGetLastError();
    const bool right = error == cudaErrorInvalidValue;
    // Only a wrong one is named: to ask for its name is to tell somebody.
    CHECK_MESSAGE(right, "expected cudaErrorInvalidValue, got ",
                  right ? "it" : name(error));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("launches the grid that was asked for, once") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_add(1000, 20, 64);
    REQUIRE(recording.launches() == 1);
    INFO("asked for: 20 blocks of 64 threads");
    CHECK(recording.list()[0].grid[0] == 20);
    CHECK(recording.list()[0].block[0] == 64);
    CHECK(recording.total().global_write.bytes == 1000 * sizeof(float));
  }

  TEST_CASE("the error of each call comes back") {
    for_each_call([](const Outcome& outcome) {
      INFO("left: what came back; right: what that call returned");
      REQUIRE(name(outcome.returned) == name(outcome.failed));
    });
  }

  TEST_CASE("no call comes after the first error") {
    for_each_call([](const Outcome& outcome) {
      INFO("calls after it; cudaFree is not counted");
      REQUIRE(outcome.later == 0);
    });
  }

  TEST_CASE("no memory stays behind") {
    for_each_call([](const Outcome& outcome) {
      REQUIRE_MESSAGE(outcome.returned == outcome.failed,
                      "its error did not come back; that comes first");
      INFO("allocations, managed ones too, streams and the like that are kept");
      REQUIRE(outcome.kept == 0);
    });
  }
}
