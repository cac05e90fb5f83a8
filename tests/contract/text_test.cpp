// SPDX-License-Identifier: MIT
// Rules on quoted code. Quoted output is compared by the same code; the
// tests of the runner and of every lesson cover it with real programs.
#include <string>

#include "runner/base/stop.h"
#include "tests/contract/broken.h"

namespace {

const std::string kQuotedPage = "lessons/90_adds/README.md";

/// A copy whose page quotes code alone, so that no program has to run.
LessonCopy& without_output(LessonCopy& copy) {
  copy.replace(kQuotedPage, "<!-- output: ./learn run 90 -->\n", "");
  return copy;
}

std::string errors_of(const LessonCopy& copy, bool update = false) {
  return copy.errors([&](const auto& place, const auto& lesson, auto& found) {
    learn::check_text(place, lesson, update, found);
  });
}

}  // namespace

TEST_SUITE("text") {
  TEST_CASE("a quote that equals its region breaks no rule") {
    LessonCopy copy;
    CHECK(errors_of(without_output(copy)) == "");
  }

  TEST_CASE("a quote that is out of date is named, and can be rewritten") {
    LessonCopy copy;
    without_output(copy);
    const auto right = copy.get(kQuotedPage);
    copy.replace(kQuotedPage, "if (i < 0)", "if (i < 1)");
    const auto errors = errors_of(copy);
    CHECK(has(errors, "the block exercise.cu#task: shows `if (i < 1)"));
    CHECK(has(errors, "type ./learn dev text 90 --update"));
    CHECK(errors_of(copy, true) == "");
    CHECK(copy.get(kQuotedPage) == right);
  }

  TEST_CASE("the table of cases is that of lesson.toml") {
    LessonCopy copy;
    without_output(copy);
    const auto right = copy.get(kQuotedPage);
    CHECK(has(right,
              "| 2 | adds 33 pairs, and no more | awkward | Adds 33 "
              "pairs; a \\| b stays. |\n"));
    CHECK(has(right, "The cases run under 2 schedules"));
    copy.replace(kQuotedPage, "| 2 | adds 33", "| 3 | adds 33");
    CHECK(has(errors_of(copy),
              "README.md:44: the table is not that of lesson.toml; type "
              "./learn dev text 90 --update"));
    CHECK(errors_of(copy, true) == "");
    CHECK(copy.get(kQuotedPage) == right);
    // Without its end the table is written anew, and the page goes on below.
    copy.replace(kQuotedPage, "<!-- judged-end -->\n", "");
    CHECK(has(errors_of(copy), "is not that of lesson.toml"));
    CHECK(errors_of(copy, true) == "");
    CHECK(errors_of(copy) == "");
    CHECK(has(copy.get(kQuotedPage), "Type `./learn check 90`."));
  }

  TEST_CASE("the question is that of lesson.toml, and its answer is shown") {
    const std::string toml = "lessons/90_adds/lesson.toml";
    const std::string ask =
        "[ask]\nquestion = \"Why `n`?\"\n"
        "choices = [\"So.\", \"The case \\\"adds one pair\\\" fails.\"]\n"
        "answer = 2\nbecause = \"It is.\"\nshown_by = \"mistake subtracts\"\n\n"
        "[picture]";
    LessonCopy copy;
    without_output(copy);
    copy.replace(toml, "[picture]", ask);
    CHECK(
        has(errors_of(copy), "the question of lesson.toml is not on the page"));
    copy.replace(kQuotedPage, "## Afterwards\n",
                 "## Afterwards\n\n<!-- ask -->\n");
    CHECK(has(errors_of(copy),
              "the question is not that of lesson.toml; type "
              "./learn dev text 90 --update"));
    CHECK(errors_of(copy, true) == "");
    CHECK(errors_of(copy) == "");
    CHECK(has(copy.get(kQuotedPage),
              "<!-- ask -->\n\n**A question.** Why `n`?\n\n1. So.\n2. The case "
              "\"adds one pair\" fails.\n\nAnswer with `./learn ask 90 "
              "NUMBER`, once your exercise passed.\n\n<!-- ask-end -->\n"));
    copy.replace(toml, "answer = 2", "answer = 1");
    CHECK(has(errors_of(copy),
              "lesson.toml: choice 1 of the question names "
              "nothing that catches "));
    copy.replace(toml, "mistake subtracts", "mistake nobody");
    CHECK(has(errors_of(copy), "mistakes/nobody.cu, which is not there"));
    copy.replace(toml, "answer = 1", "answer = 3");
    CHECK_THROWS_AS(copy.lesson(), learn::Stop);
  }

  TEST_CASE("times are those of the recording with the label of the row") {
    const std::string data = "bench/data/h200/90_adds.txt";
    LessonCopy copy;
    without_output(copy);
    copy.replace(kQuotedPage, "## Afterwards\n",
                 "## Afterwards\n\n<!-- times: 90_adds -->\n"
                 "| | loads | H200 | H100 |\n|---|---:|---:|---:|\n"
                 "| adds one | 12 | | |\n"
                 "| adds all | 3 | 7.0 µs | - |\n| by hand | 1 | long | - |\n");
    CHECK(has(errors_of(copy), "no GPU has a recording of 90_adds"));
    copy.put(data,
             "NVIDIA H200, 90 values\n"
             "adds one        1234.5 us    31 %\n"
             "adds all          40.1 us\n");
    CHECK(has(errors_of(copy),
              "90_adds.txt says 1.23 ms (31 %); type "
              "./learn dev text 90 --update"));
    CHECK(errors_of(copy, true) == "");
    CHECK(errors_of(copy) == "");
    CHECK(has(copy.get(kQuotedPage),
              "| adds one | 12 | 1.23 ms (31 %) | - |\n"
              "| adds all | 3 | 40.1 µs | - |\n"
              "| by hand | 1 | long | - |\n"));
    copy.put(data, "NVIDIA H200\nsomething else  1.0 us\n");
    CHECK(has(errors_of(copy), "no row of the table begins with a label of"));
    copy.replace(kQuotedPage, "| H200 | H100 |", "| GPU | 2 |");
    CHECK(
        has(errors_of(copy), "no column of the table is headed H200 or H100"));
  }

  TEST_CASE("a region or a file that is not there is named") {
    LessonCopy copy;
    without_output(copy);
    copy.replace(kQuotedPage, "exercise.cu#task", "exercise.cu#idea");
    CHECK(has(errors_of(copy), "no region from // idea-begin"));
    copy.replace(kQuotedPage, "exercise.cu#idea", "absent.cu");
    CHECK(has(errors_of(copy), "there is no file absent.cu"));
  }

  TEST_CASE("code without a mark is refused, a diagram is not") {
    LessonCopy copy;
    without_output(copy);
    copy.replace(kQuotedPage, "<!-- code: exercise.cu#task -->\n", "");
    CHECK(has(errors_of(copy), "a block of code needs <!-- code:"));
  }

  TEST_CASE("a page elsewhere is compared, its own code may be free") {
    LessonCopy copy;
    const std::string page = "docs/page.md";
    const auto errors = [&](bool update) {
      return copy.errors([&](const auto& place, const auto&, auto& found) {
        learn::check_page_text(place, page, update, found);
      });
    };
    copy.put("docs/part.txt", "one\n// a-begin\n  two\n// a-end\n");
    copy.put(page,
             "```cpp\nint free;\n```\n\n"
             "<!-- code: part.txt#a -->\n```\nthree\n```\n");
    CHECK(has(errors(false),
              "docs/page.md:6: the block part.txt#a: shows "
              "`three` where it is `two`; type ./learn dev "
              "text docs/page.md --update"));
    CHECK(errors(true) == "");
    CHECK(has(copy.get(page), "```\ntwo\n```"));
  }

  TEST_CASE("a quoted output must show a line of it") {
    LessonCopy copy;
    copy.put(kQuotedPage, "<!-- output: ./learn run 90 -->\n```\n...\n```\n");
    CHECK(has(errors_of(copy),
              "the block ./learn run 90 shows no line of it; type ./learn dev "
              "text 90 --update"));
  }

  TEST_CASE("only the runner's own commands are run") {
    LessonCopy copy;
    copy.replace(kQuotedPage, "output: ./learn run 90", "output: rm -r /tmp/x");
    CHECK(has(errors_of(copy), "is not ./learn run, check or emulate"));
  }
}
