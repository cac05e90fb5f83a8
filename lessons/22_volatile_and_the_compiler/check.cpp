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

/// Atomics of warps that acquire from other blocks: atom.acquire.gpu.global.or
/// or, as the library writes it, atom.or.acquire.gpu.
uint64_t acquiring_atomics(const lockstep::Recording& recording) {
  uint64_t sum = 0;
  for (const char* op : {"", "add.", "and.", "cas.", "dec.", "exch.", "inc.",
                         "max.", "min.", "or.", "xor."}) {
    for (const char* order : {"acquire.", "acq_rel."}) {
      for (const char* scope : {"gpu.*", "sys.*"}) {
        sum += recording.instructions(
            (std::string("atom.") + op + order + scope).c_str());
      }
    }
  }
  return sum;
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

  // The emulator only warns where an atomic that counts is no acquire.
  TEST_CASE("the message is loaded after the flag") {
    REQUIRE(lockstep::counters_available());
    constexpr uint64_t kRounds = 3;
    const lockstep::Recording recording;
    check_hand_over(kRounds, 10);
    const SimtCounters all = recording.total();
    uint64_t fences = all.fences;
    for (const char* own : {"membar.cta", "fence.acq_rel.cta", "fence.sc.cta"})
      fences -= recording.instructions(own);
    INFO("a relaxed atomic orders nothing but its own word");
    INFO("fences of ", 2 * kRounds, " waits, and of as many stores of a flag");
    INFO("a fence of the block is none: the message is of another block");
    if (all.global_atomic.requests > acquiring_atomics(recording))
      CHECK(fences >= 4 * kRounds);
  }
}
