// SPDX-License-Identifier: MIT
// What a user types wrongly, and the verbs that only read.
#include <doctest/doctest.h>

#include "runner/command/skipped.h"
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

TEST_SUITE("parts") {
  TEST_CASE("what ctest left out is told by reason") {
    const auto test = [](const std::string& name, const std::string& inside) {
      return "<testcase name=\"" + name + "\">" + inside + "</testcase>";
    };
    const auto skipped = [&](const std::string& name, const std::string& out) {
      return test(name,
                  "<skipped message=\"SKIP_RETURN_CODE=77\"/>"
                  "<system-out>" +
                      out + "</system-out>");
    };
    const auto table = learn::skipped_table(
        "<?xml version=\"1.0\"?><testsuite name=\"x\">" +
        skipped("zsh", "begun\nskipped: there is no zsh\n") +
        skipped("01", "skipped: not solved\n") +
        skipped("02", "skipped: not solved\n") +
        skipped("03", "skipped: not solved\n") + skipped("mute", "") +
        skipped("other", "one\nlast &lt; line\n") +
        test("good", "<system-out>fine</system-out>") +
        test("partly", "<system-out>a\nskipped: needs root\n</system-out>") +
        "</testsuite>");
    CHECK(table ==
          "skipped 6 of 8 tests:\n"
          "  zsh            there is no zsh\n"
          "  01 and 2 more  not solved\n"
          "  mute           it does not say why\n"
          "  other          last < line\n"
          "skipped in tests that ran:\n"
          "  partly  needs root\n");
    CHECK(learn::skipped_table("<testsuite>" + test("a", "") +
                               "</testsuite>") == "skipped 0 of 1 tests.\n");
    CHECK(learn::skipped_table("") ==
          "ctest did not say which tests it skipped.\n");
  }
}
