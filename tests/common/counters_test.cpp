// SPDX-License-Identifier: MIT
// common/counters.h in a program that no emulator has been loaded into.
#include "common/counters.h"

#include <doctest/doctest.h>

TEST_CASE("without the emulator there are no counters") {
  const lockstep::Recording recording;
  CHECK_FALSE(lockstep::counters_available());
  CHECK(recording.launches() == 0);
  CHECK(recording.list().empty());
  CHECK(recording.total().warp_instructions == 0);
  CHECK(recording.instructions("fma.rn.f32") == 0);
  CHECK(recording.traffic(&recording).loads.requests == 0);
}

TEST_CASE("counters add up field by field") {
  SimtCounters sum{}, part{};
  sum.barriers = 1;
  part.barriers = 2;
  part.shared.bank_conflicts = 3;  // the last field
  lockstep::add_counts(sum, part);
  lockstep::add_counts(sum, part);
  CHECK(sum.barriers == 5);
  CHECK(sum.shared.bank_conflicts == 6);
  CHECK(sum.warp_instructions == 0);
}
