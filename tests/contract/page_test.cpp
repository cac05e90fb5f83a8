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

  TEST_CASE("the lines above Idea stand in order") {
    CHECK(has(errors_after("> Two arrays in, one array out.\n\n", ""),
              "README.md:3: paragraph 1 of the page must begin with `>`"));
    CHECK(has(errors_after("**Used in:**", "**Seen in:**"),
              "README.md:10: paragraph 4 of the page must begin with `**Used "
              "in:**`"));
    CHECK(has(errors_after("**Time:** about 5", "**Time:** about 50"),
              "must begin with `**Time:** about 5 minutes.`"));
    CHECK(has(errors_after("**Needs:** nothing.", "**Needs:** 01."),
              "must begin with `**Needs:** nothing.`"));
    CHECK(has(errors_after("## Idea", "One more.\n\n## Idea"),
              "the next after **Time:** is ## Idea"));
    CHECK(has(errors_after("- launch a kernel;\n", ""),
              "two or three bullets say what one can do afterwards; there are "
              "1"));
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.toml", "needs = []",
                 "needs = [\"01\", \"02\"]");
    CHECK(has(copy.errors(check_page), "must begin with `**Needs:** 01, 02.`"));
  }

  TEST_CASE("sections are complete and in order") {
    CHECK(has(errors_after("## Further reading", "## Links"),
              "the sections must be Idea, Try it, Task, How you are judged, "
              "Hints, Afterwards, Further reading; they are "));
  }

  TEST_CASE("Idea has 200 words, the picture's own not counted") {
    std::string words;
    for (int i = 0; i < 200; ++i) words += "word\n";
    CHECK(errors_after("## Idea\n", "## Idea\n" + words) == "");
    CHECK(has(errors_after("## Idea\n", "## Idea\n`1` " + words),
              "README.md:16: Idea has 201 words; at most 200"));
  }

  TEST_CASE("a picture is at most 400 pixels high") {
    LessonCopy copy;
    const std::string picture = "lessons/90_adds/picture.svg";
    copy.put(picture, "<svg width=\"800\" height=\"400\">");
    CHECK(copy.errors(check_page) == "");
    copy.put(picture, "<svg width=\"800\" height=\"401\">");
    CHECK(has(copy.errors(check_page), "picture.svg is 401 pixels high"));
  }

  TEST_CASE("each case says what it asks, and the page has room for it") {
    CHECK(has(errors_after("<!-- judged -->\n", ""),
              "the section needs one line <!-- judged -->; ./learn dev text 90 "
              "--update writes"));
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.toml", "asks = \"Adds 1 pair.\"\n",
                 "");
    CHECK(has(copy.errors(check_page),
              "the case `adds one pair` of lesson.toml has no `asks`"));
  }

  TEST_CASE("a heading inside a fenced block is no section") {
    CHECK(errors_after("a: 1 2 3", "## a: 1 2 3") == "");
  }

  TEST_CASE("hints are folded and climb, and an exam has none") {
    CHECK(has(errors_after("<details>", "<p>"),
              "at least 3 hints, each in <details>"));
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.toml", "\"fill\"", "\"exam\"");
    CHECK(has(copy.errors(check_page),
              "Idea, Try it, Task, How you are judged, Afterwards, Further "
              "reading; they are"));
  }

  TEST_CASE("a page of the first form keeps its own rules") {
    LessonCopy copy;
    const std::string right =
        "# 90 Adds\n\nAdd two arrays on the device.\n\n"
        "Needs: nothing. About 5 minutes.\n\n## Idea\n\n"
        "![" +
        copy.lesson().picture->alt +
        "](picture.svg)\n\n## Example\n"
        "## Task\n## Check\n## Hints\n<details>\n## Afterwards\n## Sources\n";
    const auto errors = [&](const std::string& from, const std::string& to) {
      copy.put(kPage, right);
      copy.replace(kPage, from, to);
      return copy.errors(check_page);
    };
    CHECK(errors("# 90", "# 90") == "");
    CHECK(has(errors("Add two arrays", "Adds two arrays"), "the goal"));
    CHECK(has(errors("About 5", "About 50"),
              "must stand `Needs: nothing. About 5 minutes.`"));
    CHECK(has(errors("## Sources", "## Links"),
              "the sections must be Idea, Example, Task, Check, Hints, "
              "Afterwards, Sources; they are "));
    CHECK(has(errors("<details>", "<p>"), "folded in <details>"));
  }
}
