// SPDX-License-Identifier: MIT
// FILL: what the lesson asks for: a right result, and how it is reached.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "lesson.h"

using lockstep::DeviceBuffer;

namespace {

/// Computes `n` different values and compares all of them.
void check_values(int n) {
  INFO("n = ", n);
  const auto in = lockstep::distinct_values<float>(n, 7);
  std::vector<float> expected(in.size());
  for (size_t i = 0; i < in.size(); ++i) expected[i] = 2 * in[i];
  const DeviceBuffer<float> from(in), to(in.size());
  compute(from.data(), to.data(), n);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK_MESSAGE(to.fences_intact(), "a thread wrote outside of out");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("doubles three values") {
    const DeviceBuffer<float> in({1, 2, 3});
    const DeviceBuffer<float> out(3);
    compute(in.data(), out.data(), 3);
    const auto verdict = lockstep::compare(out.download(), {2, 4, 6});
    CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  }
}

TEST_SUITE("awkward") {
  TEST_CASE("doubles values that do not fill the last block") {
    for (int n : {0, 1, 127, 129, 1000}) check_values(n);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("loads each value once") {
    REQUIRE(lockstep::counters_available());
    const lockstep::Recording recording;
    check_values(1024);
    REQUIRE(recording.launches() == 1);
    INFO("a sector is 32 bytes, 8 floats");
    CHECK(recording.total().global_read.sectors <= 1024 / 8);
  }
}
