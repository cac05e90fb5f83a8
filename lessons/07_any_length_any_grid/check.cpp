// SPDX-License-Identifier: MIT
// What lesson 07 asks for: right values, errors that come back, no value twice.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

std::string name(cudaError_t error) { return cudaGetErrorName(error); }

/// Adds n different values and compares all results. Exactly: all values are
/// halves below 2^20, so neither the product nor the sum rounds.
void check_add(int n, int blocks, int threads) {
  INFO("n = ", n, ", ", blocks, " blocks of ", threads, " threads");
  const auto x = lockstep::distinct_values<float>(n, 1);
  const auto before = lockstep::distinct_values<float>(n, 2);
  std::vector<float> y = before, expected = before;
  for (int i = 0; i < n; ++i) expected[i] += 3 * x[i];
  const DeviceBuffer<float> dx(n ? n : 1), dy(n ? n : 1);
  CHECK(name(add_scaled(3, x.data(), y.data(), dx.data(), dy.data(), n, blocks,
                        threads)) == "cudaSuccess");
  const auto verdict = lockstep::compare(y, expected, {0, 0, size_t(threads)});
  CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  CHECK_MESSAGE((dx.fences_intact() && dy.fences_intact()),
                "something was written beside dx or dy");
}

/// Calls add_scaled where one step must fail; returns what came back.
cudaError_t error_of(float* dx, float* dy, int threads) {
  std::vector<float> x = {1, 2, 3, 4}, y = {5, 6, 7, 8};
  const cudaError_t error =
      add_scaled(2, x.data(), y.data(), dx, dy, 4, 1, threads);
  cudaGetLastError();  // the runtime must not remember it for the next call
  return error;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("computes 3 values") {
    std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
    const DeviceBuffer<float> dx(3), dy(3);
    INFO("a = 2, x = 1 2 3, y = 10 20 30; one block of 4 threads");
    CHECK(name(add_scaled(2, x.data(), y.data(), dx.data(), dy.data(), 3, 1,
                          4)) == "cudaSuccess");
    const auto verdict = lockstep::compare(y, {12, 24, 36});
    CHECK_MESSAGE(verdict.same, "y: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("works for any length and any grid") {
    for (int n : {0, 1, 31, 33, 1023, 1025}) {
      check_add(n, 1, 32);
      check_add(n, 3, 64);
      check_add(n, 2, 33);
      check_add(n, 9, 128);
    }
  }

  TEST_CASE("returns the first error") {
    const DeviceBuffer<float> dx(4), dy(4);
    INFO("expected: cudaErrorInvalidValue (1)");
    CHECK_MESSAGE(error_of(dx.data(), dy.data(), 2048) == cudaErrorInvalidValue,
                  "a block of 2048 threads cannot start");
    CHECK_MESSAGE(error_of(nullptr, dy.data(), 32) == cudaErrorInvalidValue,
                  "dx is null: x cannot be copied there");
    CHECK_MESSAGE(error_of(dx.data(), nullptr, 32) == cudaErrorInvalidValue,
                  "dy is null: y cannot be copied there");
  }
}

TEST_SUITE("technique") {
  TEST_CASE("each value is read and written once") {
    REQUIRE(lockstep::counters_available());
    constexpr int kValues = 1025;
    const lockstep::Recording recording;
    check_add(kValues, 3, 64);
    const SimtCounters all = recording.total();
    REQUIRE(recording.launches() == 1);
    INFO("bytes: 4 for each value of x and of y");
    CHECK(all.global_read.bytes == 2 * 4 * kValues);
    CHECK(all.global_write.bytes == 4 * kValues);
  }

  TEST_CASE("neighbouring threads take neighbouring values") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_add(1024, 2, 128);
    REQUIRE(recording.launches() == 1);
    const SimtCounters all = recording.total();
    INFO("a request is one load of a warp: 32 values at a time, x and y");
    CHECK(all.global_read.requests == 2 * 1024 / 32);
    CHECK(all.global_read.sectors == all.global_read.ideal_sectors);
  }
}
