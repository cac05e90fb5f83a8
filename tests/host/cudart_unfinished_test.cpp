// SPDX-License-Identifier: MIT
// What a program leaves behind: all that the host's clock does not cover.
#include <doctest/doctest.h>

#include "simt/context/unfinished.h"

using simt::cudart::Clock;
using simt::cudart::IssuedWork;
using simt::cudart::Unfinished;

namespace {

IssuedWork work(int chain, uint64_t number) {
  IssuedWork one;
  one.chain = chain;
  one.number = number;
  return one;
}

}  // namespace

TEST_CASE("work is left until the host has waited for it") {
  Unfinished works;
  Clock host;
  works.add(work(1, 1), host);
  works.add(work(2, 1), host);
  works.add(work(1, 2), host);
  CHECK(works.left(host).size() == 3);
  host.reach(1, 1);
  REQUIRE(works.left(host).size() == 2);
  CHECK(works.left(host)[0].chain == 2);
  host.reach(2, 1);
  host.reach(1, 2);
  CHECK(works.left(host).empty());
}

TEST_CASE("a kernel that printed is known, also after a wait") {
  Unfinished works;
  Clock host;
  for (uint64_t number = 1; number <= 3; ++number) {
    works.add(work(1, number), host);
  }
  works.prints(1, 2);
  works.prints(2, 1);  // not kept
  host.reach(1, 3);
  works.add(work(1, 4), host);
  REQUIRE(works.printed_by(1, 2) != nullptr);
  CHECK(works.printed_by(1, 2)->number == 2);
  CHECK(works.printed_by(1, 3) == nullptr);
  CHECK(works.printed_by(2, 1) == nullptr);
}

TEST_CASE("of many works the first ones have a place, and again after a wait") {
  Unfinished works;
  Clock host;
  for (uint64_t number = 1; number <= 1000; ++number) {
    works.add(work(1, number), host);
  }
  CHECK(works.left(host).size() == 1000);
  CHECK(works.left(host).front().place.program[0] != nullptr);
  CHECK(works.left(host).back().place.program[0] == nullptr);
  host.reach(1, 1000);
  works.add(work(1, 1001), host);
  REQUIRE(works.left(host).size() == 1);
  CHECK(works.left(host).front().place.program[0] != nullptr);
}
