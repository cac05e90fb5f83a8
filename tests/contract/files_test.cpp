// SPDX-License-Identifier: MIT
// Rules on files and on the region.
#include <string>

#include "tests/contract/broken.h"

using learn::check_files;
using learn::check_region;

TEST_SUITE("files") {
  TEST_CASE("what is left to fill is named, wherever it stands") {
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.h", "sum[i] =", "FILL: sum[i] =");
    copy.replace("solutions/90_adds/mistakes/no_guard.cu", "No guard",
                 "FILL: no guard");
    const auto errors = copy.errors(check_files);
    CHECK(has(errors, "lessons/90_adds/lesson.h:5: still to fill: sum[i] ="));
    CHECK(has(errors, "mistakes/no_guard.cu:4: still to fill: no guard"));
  }

  TEST_CASE("a right lesson breaks no rule") {
    const LessonCopy copy;
    CHECK(copy.errors(check_files) == "");
    CHECK(copy.errors(check_region) == "");
  }

  TEST_CASE("a missing file is named") {
    LessonCopy copy;
    copy.remove("lessons/90_adds/lesson.h");
    CHECK(has(copy.errors(check_files),
              "lessons/90_adds/lesson.h: this file is missing"));
  }

  TEST_CASE("a check that asks for loads alone is named") {
    LessonCopy copy;
    copy.put("lessons/90_adds/check.cpp", "CHECK(all.global_load.bytes == 4);");
    CHECK(has(copy.errors(check_files),
              "lessons/90_adds/check.cpp: it asks for loads or stores"));
    copy.put("lessons/90_adds/check.cpp",
             "CHECK(all.shared_load.bank_conflicts == 0);\n"
             "CHECK(all.shared_atomic.bank_conflicts == 0);");
    CHECK(copy.errors(check_files) == "");
    copy.put("lessons/90_adds/check.cpp", "CHECK(all.global_read.bytes == 4);");
    CHECK(copy.errors(check_files) == "");
  }

  TEST_CASE("a stray file is named, in the lesson and beside its solution") {
    LessonCopy copy;
    copy.put("lessons/90_adds/notes.txt", "x");
    copy.put("solutions/90_adds/other.cu", "x");
    const auto errors = copy.errors(check_files);
    CHECK(has(errors, "lessons/90_adds/notes.txt: this file has no place"));
    CHECK(has(errors, "solutions/90_adds/other.cu: this file has no place"));
  }

  TEST_CASE("other right answers may lie beside the solution") {
    LessonCopy copy;
    copy.put("solutions/90_adds/also_right/loop.cu", "x");
    CHECK(copy.errors(check_files) == "");
  }

  TEST_CASE("a ladder needs its rungs, another lesson must not have them") {
    LessonCopy copy;
    copy.put("lessons/90_adds/rungs.cuh", "x");
    CHECK(has(copy.errors(check_files), "rungs.cuh: this file has no place"));
    copy.replace("lessons/90_adds/lesson.toml", "\"fill\"", "\"ladder\"");
    CHECK(copy.errors(check_files) == "");
    copy.remove("lessons/90_adds/rungs.cuh");
    CHECK(has(copy.errors(check_files), "rungs.cuh: this file is missing"));
  }

  TEST_CASE("a lesson has mistakes with orderly names") {
    LessonCopy copy;
    copy.put("solutions/90_adds/mistakes/No-Guard.cu", "x");
    CHECK(has(copy.errors(check_files), "named like no_guard.cu"));
    copy.remove("solutions/90_adds/mistakes");
    CHECK(has(copy.errors(check_files), "at least one mistake"));
  }

  TEST_CASE("needs name earlier lessons") {
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.toml", "needs = []",
                 "needs = [\"12\"]");
    CHECK(has(copy.errors(check_files), "needs 12, which is no earlier"));
  }

  TEST_CASE("a long file is a warning and no error") {
    LessonCopy copy;
    copy.put("lessons/90_adds/check.cpp", std::string(101, '\n'));
    learn::Complaints complaints;
    check_files(copy.place(), copy.lesson(), complaints);
    CHECK(complaints.errors.empty());
    REQUIRE(complaints.warnings.size() == 1);
    CHECK(complaints.warnings[0] ==
          "lessons/90_adds/check.cpp: 101 lines; it should have 100 at most");
  }

  TEST_CASE("a page is long by what it says, not by what it quotes") {
    LessonCopy copy;
    learn::Complaints complaints;
    const auto page = copy.get("lessons/90_adds/README.md");
    copy.put("lessons/90_adds/README.md",
             page + "\n```text\n" + std::string(200, '\n') + "```\n");
    check_page(copy.place(), copy.lesson(), complaints);
    CHECK(complaints.warnings.empty());
    copy.put("lessons/90_adds/README.md", page + std::string(200, '\n'));
    check_page(copy.place(), copy.lesson(), complaints);
    REQUIRE(complaints.warnings.size() == 1);
    CHECK(has(complaints.warnings[0], "lines outside of fenced blocks"));
  }

  TEST_CASE("a difference outside of the region is named by its line") {
    LessonCopy copy;
    copy.replace("solutions/90_adds/solution.cu", "kThreads = 32",
                 "kThreads = 64");
    CHECK(has(copy.errors(check_region),
              "lessons/90_adds/exercise.cu:7: exercise and solution differ"));
  }

  TEST_CASE("there is one region") {
    LessonCopy copy;
    copy.replace("solutions/90_adds/solution.cu", "// task-end", "// end");
    CHECK(has(copy.errors(check_region), "exactly one region"));
  }

  TEST_CASE("the region of the exercise says TODO") {
    LessonCopy copy;
    copy.replace("lessons/90_adds/exercise.cu", "TODO", "Now");
    CHECK(has(copy.errors(check_region), "the region must say // TODO:"));
  }

  TEST_CASE("nothing else says TODO") {
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.h", "computed", "TODO computed");
    CHECK(has(copy.errors(check_region),
              "lesson.h:5: TODO belongs into the region"));
  }
}
