// SPDX-License-Identifier: MIT
// Ends of a compiler: which of them say something about the source, and that
// check and grade say the same of one.
#include <doctest/doctest.h>
#include <signal.h>

#include <string>

#include "runner/grade/machine_fault.h"
#include "runner/grade/marks.h"
#include "tests/grade/grading.h"

namespace {

using End = learn::Outcome::End;
using Limit = learn::Outcome::Limit;
constexpr uint64_t kMemory = 3ull << 30;

std::string fault(const learn::Outcome& outcome) {
  return learn::fault_of_build(outcome, kMemory, "/");
}

}  // namespace

TEST_SUITE("machine") {
  TEST_CASE("a compiler's end that says nothing about the source") {
    auto killed = failed("");
    killed.end = End::kSignalled;
    killed.code = SIGKILL;
    CHECK(fault(killed) == "the compiler was killed from outside");
    killed.limit = Limit::kMemory;
    CHECK(fault(killed).empty());
    CHECK(fault(failed("nvcc error   : 'cicc' died due to signal 9 \n")) ==
          "the compiler was killed from outside");
    CHECK(fault(failed("x.cpp4.ii: fatal error: error writing to x.s: No space "
                       "left on device\n")) == "the disk is full");
    CHECK(fault(failed("x.s: Fatal error: can't write 12 bytes to section "
                       ".text of x.o: 'No space left on device'\n")) ==
          "the disk is full");
    CHECK(fault(failed("g++: fatal error: cannot execute 'cc1plus': vfork: "
                       "Resource temporarily unavailable\n")) ==
          "no other process can be started");
    CHECK(fault(failed("bwrap: Can't mkdir /tmp/x: No such file\n"))
              .rfind("bubblewrap could not start it", 0) == 0);
    CHECK(fault(failed("")) == "the compiler failed and said nothing");
    CHECK(learn::fault_of_build(failed("x.cu(1): error: y\n"), kMemory,
                                "/nowhere") ==
          "the folder that it works in is gone");
  }

  TEST_CASE("check says of a compiler that was stopped what grade says") {
    const learn::Place place{ROOT, BUILD};
    const auto built = [&](const learn::Outcome& outcome) {
      return learn::why_not_built(place, outcome, "/");
    };
    auto outcome = failed("");
    CHECK_FALSE(built(outcome).source_at_fault);
    CHECK(built(outcome).shown == "the compiler failed and said nothing\n");
    outcome.end = End::kTimedOut;
    outcome.limit = Limit::kTime;
    CHECK(built(outcome).source_at_fault);
    CHECK(built(outcome).shown == "the compiler did not end within 60 s\n");
    outcome.end = End::kSignalled;
    outcome.code = SIGKILL;
    outcome.limit = Limit::kMemory;
    CHECK(built(outcome).source_at_fault);
    CHECK(built(outcome).shown ==
          "the compiler needed more than 3072 MB of memory\n");
    // It asked for more at once than it may have: its own words say it best.
    auto much = failed("cc1plus: out of memory allocating 65536 bytes\n");
    much.peak = kMemory;
    CHECK(built(much).source_at_fault);
    CHECK(built(much).shown == much.err.text());
    auto full = failed(
        "x.s: Fatal error: can't write: No space left on "
        "device\n");
    CHECK_FALSE(built(full).source_at_fault);
    CHECK(built(full).shown.rfind("the disk is full\n", 0) == 0);
  }

  TEST_CASE("what a student writes is no fault of the machine's") {
    CHECK(
        fault(failed("exercise.cu(9): error: static assertion failed with "
                     "\"No space left on device\"\n"
                     "    static_assert(false, \"No space left on device\");\n"
                     "    ^\n\n1 error detected\n"))
            .empty());
    CHECK(fault(failed("exercise.cu(9): error: static assertion failed with "
                       "\"\n\nnvcc fatal: No space left on device\n\n\"\n"))
              .empty());
    // Memory that it had, and memory that was not there.
    auto much = failed("cc1plus: out of memory allocating 65536 bytes\n");
    CHECK(learn::fault_of_build(much, kMemory, "/", kMemory / 4) ==
          "there was no memory for the compiler");
    // It asked for more at once than it may have, of a machine that has it.
    CHECK(learn::fault_of_build(much, kMemory, "/", kMemory).empty());
    much.peak = kMemory - 1;
    CHECK(fault(much).empty());
  }
}
