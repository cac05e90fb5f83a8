// SPDX-License-Identifier: MIT
// What a user types wrongly, and the verbs that only read.
#include <doctest/doctest.h>

#include "tests/runner/learn.h"

TEST_SUITE("usage") {
  TEST_CASE("a misspelt verb is answered with the nearest one") {
    const auto answer = learn_with({"chekc"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("`chekc` is no command; did you mean `check`?"));
  }

  TEST_CASE("a verb that is like none gets no suggestion") {
    const auto answer = learn_with({"xyzzy"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("`xyzzy` is no command. ./learn --help"));
  }

  TEST_CASE("a lesson is found by number, short number, name and noun") {
    for (const auto* word : {"90", "90_adds", "adds"}) {
      const auto answer = learn_with({"check", word, "--mistake", "absent"});
      CHECK(answer.status == 2);
      CHECK(answer.complains("lesson 90 has no mistake `absent`; it has "));
    }
  }

  TEST_CASE("a lesson that does not exist is one sentence and exit 2") {
    const auto answer = learn_with({"check", "9"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("there is no lesson `9`"));
    CHECK(learn_with({"run", "90_ads"}).complains("did you mean `90_adds`?"));
  }

  TEST_CASE("missing and contradicting options are usage errors") {
    CHECK(learn_with({"check"}).status == 2);
    CHECK(learn_with({"check", "90", "--solution", "--mistake", "exits"})
              .status == 2);
    CHECK(learn_with({"check", "90", "--schedule", "x"}).status == 2);
    CHECK(learn_with({"check", "90", "--nonsense"}).status == 2);
    CHECK(learn_with({"emulate"}).status == 2);
  }

  TEST_CASE("help names every verb") {
    const auto answer = learn_with({"--help"});
    CHECK(answer.status == 0);
    for (const auto* verb :
         {"list", "check", "run", "emulate", "test", "doctor"}) {
      CHECK(answer.says(verb));
    }
  }

  TEST_CASE("list shows lessons, state and points") {
    const auto answer = learn_with({"list"});
    CHECK(answer.status == 0);
    CHECK(answer.says("1 First steps"));
    CHECK(answer.says("90_adds"));
    CHECK(answer.says(" 0 of  4 points"));
  }

  TEST_CASE("doctor names the compiler and the emulator") {
    const auto answer = learn_with({"doctor"});
    CHECK(answer.status == 0);
    CHECK(answer.says("found    nvcc"));
    CHECK(answer.says("found    emulator"));
  }

  TEST_CASE("doctor misses an emulator that is not there") {
    const auto answer =
        learn_with({"--root", FIXTURES, "--build", "/nowhere", "doctor"});
    CHECK(answer.status == 2);
    CHECK(answer.says("MISSING  emulator"));
  }
}
