// SPDX-License-Identifier: MIT
// The map of the course: what is drawn for which lessons.
#include "runner/contract/map.h"

#include <string>
#include <vector>

#include "tests/contract/broken.h"

namespace {

learn::Lesson lesson(const std::string& name, int part, const std::string& kind,
                     const std::vector<std::string>& needs) {
  learn::Lesson one;
  one.name = name;
  one.number = kind == "exam" ? name.substr(0, 6) : name.substr(0, 2);
  one.title = "Title \"" + name + "\"";
  one.kind = kind;
  one.goal = "Goal.";
  one.part = part;
  one.needs = needs;
  one.minutes = 40;
  return one;
}

const std::vector<learn::Lesson> kLessons = {
    lesson("01_a", 1, "fill", {}), lesson("04_b", 2, "fix", {"01"}),
    lesson("05_c", 2, "fill", {"01", "03", "04"}),
    lesson("exam_2_d", 2, "exam", {"05"})};

const std::string kMapPage = "docs/course/map.md";

std::string map_errors(const LessonCopy& copy, bool update = false) {
  return copy.errors([&](const auto& place, const auto&, auto& found) {
    learn::check_map(place, update, found);
  });
}

}  // namespace

TEST_SUITE("map") {
  TEST_CASE("lessons stand in their part, with a link and their numbers") {
    const auto map = learn::map_of(kLessons);
    CHECK(has(map, "Lessons: 3. Exams: 1. Together about 2 h 40 min."));
    CHECK(has(map, "  subgraph part2 [\"2 Shared memory\"]\n    l04["));
    CHECK(has(map, "## 2 Shared memory\n\nAbout 2 h 00 min."));
    CHECK(has(map,
              "| [04 Title \"04_b\"](../../lessons/04_b/README.md) | Goal. "
              "| fix | 40 | 0 | 01 |"));
    CHECK(has(map, "lexam_2([\"exam_2 Title #quot;exam_2_d#quot;\"])"));
  }

  TEST_CASE("an arrow is left out when a longer way says the same") {
    const auto map = learn::map_of(kLessons);
    CHECK(has(map, "l01 --> l04\n"));
    CHECK(has(map, "l04 --> l05\n"));
    CHECK(has(map, "l05 --> lexam_2\n"));
    CHECK_FALSE(has(map, "l01 --> l05\n"));
  }

  TEST_CASE("a lesson that is not there has no arrow") {
    const auto map = learn::map_of(kLessons);
    CHECK(has(map, "| 01, 03, 04 |"));
    CHECK_FALSE(has(map, "l03"));
    CHECK(has(learn::map_of({}), "Lessons: 0."));
  }

  TEST_CASE("a map that is out of date is named, and can be rewritten") {
    LessonCopy copy;
    copy.put(kMapPage,
             "Words.\n<!-- map-begin -->\nold\n<!-- map-end -->\nEnd.\n");
    CHECK(has(map_errors(copy), "type ./learn dev map --update"));
    CHECK(map_errors(copy, true) == "");
    CHECK(map_errors(copy) == "");
    const auto page = copy.get(kMapPage);
    CHECK(has(page, "Words.\n<!-- map-begin -->\nLessons: 1."));
    CHECK(has(page, "](../../lessons/90_adds/README.md)"));
    CHECK(has(page, "<!-- map-end -->\nEnd.\n"));
    CHECK_FALSE(has(page, "old"));
  }

  TEST_CASE("a page without its marks is refused") {
    LessonCopy copy;
    copy.put(kMapPage, "Words.\n<!-- map-begin -->\n");
    CHECK(has(map_errors(copy, true), "it has no lines <!-- map-begin -->"));
  }
}
