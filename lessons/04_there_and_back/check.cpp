// SPDX-License-Identifier: MIT
// What lesson 04 asks for: right values, by the device, and no memory left.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <cuda_runtime_api.h>
#include <doctest/doctest.h>

#include <algorithm>

#include "common/compare.h"
#include "common/counters.h"
#include "common/error_name.h"
#include "common/work.h"
#include "lesson.h"

namespace {

/// Halves n different values and compares all of them, exactly. The array is
/// page-locked: so the emulator knows where it ends.
void check_values(int n) {
  INFO("n = ", n);
  auto expected = lockstep::distinct_values<float>(n, 4);
  void* room = nullptr;
  REQUIRE(cudaMallocHost(&room, n * sizeof(float)) == cudaSuccess);
  auto* values = static_cast<float*>(room);
  std::copy(expected.begin(), expected.end(), values);
  for (float& value : expected) value /= 2;
  halve(values, n);
  const auto verdict = lockstep::compare(std::vector<float>(values, values + n),
                                         expected, {0, 0, 256});
  CHECK_MESSAGE(verdict.same, "values: ", verdict.text);
  REQUIRE(cudaFreeHost(values) == cudaSuccess);
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("halves 4 values") {
    std::vector<float> values = {2, 5, -8, 0.5f};
    INFO("values: 2 5 -8 0.5");
    halve(values.data(), 4);
    const auto verdict = lockstep::compare(values, {1, 2.5f, -4, 0.25f});
    CHECK_MESSAGE(verdict.same, "values: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("halves arrays of any length") {
    for (int n : {1, 3, 255, 256, 257, 1025}) check_values(n);
    check_values(lockstep::drawn_size(258, 1024, 4));
  }
}

TEST_SUITE("technique") {
  TEST_CASE("the device halves them") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1024, 1000, lockstep::drawn_size(900, 1023, 4)}) {
      const lockstep::Recording recording;
      check_values(n);
      INFO("bytes that the kernel's threads stored, of ", n, " floats");
      CHECK(recording.total().global_write.bytes == n * sizeof(float));
      const auto work = lockstep::judge(recording, {});
      CHECK_MESSAGE(work.fair, work.text);
    }
  }

  TEST_CASE("no memory stays behind") {
    REQUIRE(lockstep::counters_available());
    for (int n : {1100, 3000, 9000}) check_values(n);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    // Of the cases before, too: none may stay for the next call.
    INFO("allocations, managed ones too, streams and the like that are kept");
    CHECK(lockstep::live_objects() == 0);
  }
}
