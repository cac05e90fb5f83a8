// SPDX-License-Identifier: MIT
// What helps beside a check: hint before the pass, ask after it.
#include <doctest/doctest.h>

#include <string>

#include "tests/learner/course.h"

TEST_SUITE("hints") {
  TEST_CASE("hints come one after the other, then from the start") {
    const Course course;
    const auto page = course.root / "lessons/90_adds/README.md";
    learn::write_text(
        page, replaced(learn::read_text(page),
                       "<details><summary>What is 0?</summary>Not n.</details>",
                       "<details>\n<summary>Is `n`\nused?</summary>\n\nRead "
                       "[the page](a.md).\n</details>"));
    CHECK(course.learn({"hint", "90"}).out ==
          "Hint 1 of 3: Which threads have work?\n\nThose below n.\n");
    CHECK(course.learn({"hint"}).out ==
          "Hint 2 of 3: Is `n` used?\n\nRead the page.\n\nThe next hint is the "
          "last: a sketch of the answer. It costs a point.\n");
    CHECK(course.learn({"hint"}).says("Hint 3 of 3: How?"));
    CHECK(course.learn({"hint", "90"}).says("Hint 1 of 3"));
    const auto all = course.learn({"hint", "90", "--all"});
    CHECK(all.says("Hint 1 of 3"));
    CHECK(all.says("Hint 3 of 3"));
  }

  TEST_CASE("the last hint costs a point, before the pass") {
    const Course course;
    learn::write_text(
        course.exercise,
        learn::read_text(course.root / "solutions/90_adds/solution.cu") +
            "// the end\n");
    for (const auto* last : {"", "costs a point", ""}) {
      CHECK(course.learn({"hint", "90"}).says(last));
    }
    CHECK(course.learn({"hint", "90"}).says("Hint 1 of 3"));
    const auto passed = course.learn({"check", "90"});
    CHECK(passed.status == 0);
    CHECK(passed.says("The last hint cost a point: 3 of 4 are noted."));
    CHECK(course.learn({"list"}).says("3 of 4"));
    // What is read after a pass costs nothing.
    course.solve();
    CHECK(course.learn({"hint", "90", "--all"}).status == 0);
    CHECK(!course.learn({"check", "90"}).says("cost a point"));
  }

  TEST_CASE("a question is answered after the pass") {
    const Course course;
    CHECK(course.learn({"ask", "90"}).complains("lesson 90 has no question"));
    const auto toml = course.root / "lessons/90_adds/lesson.toml";
    learn::write_text(
        toml, replaced(learn::read_text(toml), "[picture]",
                       "[ask]\nquestion = \"Why?\"\nchoices = [\"So.\", "
                       "\"Not so.\"]\nanswer = 2\nbecause = \"It is.\"\n"
                       "shown_by = \"mistake subtracts\"\n\n[picture]"));
    const auto early = course.learn({"ask", "90", "2"});
    CHECK(early.status == 1);
    CHECK(early.complains("lesson 90 is not passed yet"));
    course.solve();
    const auto shown = course.learn({"ask", "90"});
    CHECK(shown.status == 0);
    CHECK(shown.out ==
          "90 Adds\n\nWhy?\n\n  1  So.\n  2  Not so.\n\n"
          "Answer with ./learn ask 90 NUMBER\n");
    const auto right = course.learn({"ask", "90", "2"});
    CHECK(right.status == 0);
    CHECK(right.out == "2 is right. It is.\n");
    const auto wrong = course.learn({"ask", "90", "1"});
    CHECK(wrong.status == 1);
    CHECK(wrong.says("1 is not it."));
    const auto absent = course.learn({"ask", "90", "3"});
    CHECK(absent.status == 2);
    CHECK(absent.complains("type ./learn ask 90 and a number from 1 to 2"));
  }

  TEST_CASE("an exam has no hints") {
    const Course course;
    const auto toml = course.root / "lessons/90_adds/lesson.toml";
    learn::write_text(toml, replaced(learn::read_text(toml), "fill", "exam"));
    const auto answer = course.learn({"hint", "90"});
    CHECK(answer.status == 2);
    CHECK(answer.complains("lesson 90 is an exam: it has no hints"));
  }

  TEST_CASE("a solved lesson that is chosen is worked at until it passes") {
    const Course course;
    course.solve();
    CHECK(course.learn({"hint"}).complains("all lessons are solved"));
    CHECK(course.learn({"next", "90"}).says("Lesson 90 Adds"));
    CHECK(course.learn({"hint"}).says("Hint 1 of 3"));
    learn::write_text(
        course.exercise,
        learn::read_text(course.root / "solutions/90_adds/solution.cu") +
            "// the end\n");
    CHECK(course.learn({"check", "90"}).status == 0);
    CHECK(course.learn({"hint"}).complains("all lessons are solved"));
  }
}
