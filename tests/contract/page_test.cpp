// SPDX-License-Identifier: MIT
// Rules on a lesson's README.md.
#include <string>

#include "tests/contract/broken.h"

using learn::check_page;

namespace {

const std::string kPage = "lessons/90_adds/README.md";

std::string errors_after(const std::string& from, const std::string& to) {
  LessonCopy copy;
  copy.replace(kPage, from, to);
  return copy.errors(check_page);
}

}  // namespace

TEST_SUITE("page") {
  TEST_CASE("a right page breaks no rule") {
    CHECK(LessonCopy().errors(check_page) == "");
  }

  TEST_CASE("the title is number and title") {
    CHECK(has(errors_after("# 90 Adds", "# Adds"),
              "README.md:1: the first line must be `# 90 Adds`"));
  }

  TEST_CASE("the goal stands there word for word") {
    CHECK(has(errors_after("Add two arrays", "Adds two arrays"), "the goal"));
  }

  TEST_CASE("needs and minutes are those of lesson.toml") {
    CHECK(has(errors_after("About 5 minutes", "About 50 minutes"),
              "must stand `Needs: nothing. About 5 minutes.`"));
  }

  TEST_CASE("sections are complete and in order") {
    CHECK(has(errors_after("## Sources", "## Links"),
              "the sections must be Idea, Example, Task, Check, Hints, "
              "Afterwards, Sources; they are "));
  }

  TEST_CASE("a heading inside a fenced block is no section") {
    CHECK(errors_after("a: 1 2 3", "## a: 1 2 3") == "");
  }

  TEST_CASE("hints are folded, and an exam has none") {
    CHECK(has(errors_after("<details>", "<p>"), "folded in <details>"));
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.toml", "\"fill\"", "\"exam\"");
    CHECK(has(copy.errors(check_page),
              "Idea, Example, Task, Check, Afterwards, Sources"));
  }
}
