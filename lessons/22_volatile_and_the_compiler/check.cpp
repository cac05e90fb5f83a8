// SPDX-License-Identifier: MIT
// What lesson 22 asks for: a wait that ends, under every schedule, and that
// looks at memory again and again while it lasts.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "common/compare.h"
#include "common/counters.h"
#include "common/device_buffer.h"
#include "common/work.h"
#include "lesson.h"

using lockstep::DeviceBuffer;
using Values = std::vector<unsigned>;

namespace {

/// One launch; gives back how often the kernel looked at the flags.
uint64_t check_hand_over(int rounds, int steps) {
  INFO(rounds, " rounds, ", steps, " steps for each value");
  Values in, expected(kValues);
  for (int v : lockstep::distinct_values<int>(size_t(rounds) * kValues, 15)) {
    unsigned x = static_cast<unsigned>(v);
    in.push_back(x);
    for (int step = 0; step < steps; ++step) x = 1664525 * x + 1013904223;
    expected[(in.size() - 1) % kValues] += x;
  }
  const DeviceBuffer<unsigned> from(in), to(Values(kValues, 0u)),
      message(kValues);
  const DeviceBuffer<int> flags(std::vector<int>(2));
  const lockstep::Recording recording;
  hand_over(from.data(), to.data(), message.data(), flags.data(),
            flags.data() + 1, rounds, steps);
  const auto verdict = lockstep::compare(to.download(), expected);
  CHECK_MESSAGE(verdict.same, "out: ", verdict.text);
  CHECK(flags.download()[0] == rounds);
  CHECK(flags.download()[1] == rounds);
  CHECK_MESSAGE(flags.fences_intact(), "a thread wrote beside the flags");
  CHECK_MESSAGE(from.download() == in, "the input was changed");
  CHECK(recording.launches() <= 1);
  return recording.traffic(flags.data()).loads.requests;
}

}  // namespace

TEST_SUITE("tiny") {
  TEST_CASE("hands one message over") { check_hand_over(1, 1); }
}

TEST_SUITE("awkward") {
  TEST_CASE("takes turns many times") {
    for (int rounds : {0, 2, 3, lockstep::drawn_size(5, 8, 22)}) {
      check_hand_over(rounds, 3);
    }
  }

  TEST_CASE("waits for a slow sender") {
    check_hand_over(2, 5000);
    check_hand_over(3, 1000);
  }
}

TEST_SUITE("technique") {
  TEST_CASE("a longer wait looks more often") {
    REQUIRE(lockstep::counters_available());
    const uint64_t quick = check_hand_over(1, 10);
    const uint64_t slow = check_hand_over(1, 30000);
    INFO("looks at the flag: ", quick, " for 10 steps, ", slow, " for 30000");
    CHECK(quick >= 2);
    CHECK(slow > 4 * quick);
  }
}
