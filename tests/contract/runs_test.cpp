// SPDX-License-Identifier: MIT
// Rules that build and run, on the fixtures as they lie in the source tree.
#include <string>

#include "runner/base/stop.h"
#include "runner/pack/sheet.h"
#include "runner/picture/draw.h"
#include "tests/contract/broken.h"

namespace {

const learn::Place kPlace{FIXTURES, BUILD};

learn::Lesson adds() { return learn::read_lesson(kPlace, "90_adds"); }

std::string errors_of_mistake(const std::string& name,
                              const std::string& lesson = "90_adds") {
  learn::Complaints complaints;
  learn::check_mistake(kPlace, learn::read_lesson(kPlace, lesson), name, false,
                       complaints);
  return learn::join_lines(complaints.errors);
}

}  // namespace

TEST_SUITE("runs") {
  TEST_CASE("a skeleton that fails by assertion is right") {
    learn::Complaints complaints;
    learn::check_skeleton(kPlace, adds(), complaints);
    CHECK(learn::join_lines(complaints.errors) == "");
  }

  TEST_CASE("a solution that passes is right") {
    learn::Complaints complaints;
    learn::check_solution(kPlace, adds(), complaints);
    CHECK(learn::join_lines(complaints.errors) == "");
  }

  TEST_CASE("a picture is the one that the run draws, and a lesson has one") {
    const auto draw = [](bool update) {
      return [=](const auto& place, const auto& lesson, auto& found) {
        learn::check_picture(place, lesson, update, found);
      };
    };
    LessonCopy copy;
    const auto right = copy.get("lessons/90_adds/picture.svg");
    copy.put("lessons/90_adds/picture.svg", "<svg/>");
    CHECK(has(copy.errors(draw(false)),
              "lessons/90_adds/picture.svg: it is not what the lesson's run "
              "draws; type ./learn dev picture 90 --update"));
    CHECK(copy.errors(draw(true)) == "");
    CHECK(copy.get("lessons/90_adds/picture.svg") == right);
    const auto toml = copy.get("lessons/90_adds/lesson.toml");
    copy.put("lessons/90_adds/lesson.toml",
             toml.substr(0, toml.find("[picture]")));
    CHECK(has(copy.errors(draw(false)),
              "lessons/90_adds/lesson.toml: it has no table [picture]"));
  }

  TEST_CASE("an exam's picture is drawn from its example") {
    const auto draw = [](const auto& place, const auto& lesson, auto& found) {
      learn::check_picture(place, lesson, false, found);
    };
    LessonCopy copy;
    copy.replace("lessons/90_adds/lesson.toml", "program = \"example\"",
                 "program = \"solution\"\ncase = \"adds one pair\"");
    copy.replace("lessons/90_adds/lesson.toml", "\"fill\"", "\"exam\"");
    CHECK(has(copy.errors(draw),
              "the panel \"one block of two threads\" shows the solution; an "
              "exam's picture stands on its sheet"));
    copy.put("lessons/90_adds/lesson.toml",
             learn::toml_for_students(copy.get("lessons/90_adds/lesson.toml")));
    CHECK(copy.lesson().picture->panels.empty());
    CHECK(has(copy.errors(draw), "[picture] has no [[picture.panel]]"));
  }

  TEST_CASE("a shape of an array has no row that nothing touches") {
    learn::TraceEvent load;  // 32 lanes, a pair of floats each
    load.kind = learn::TraceKind::kLoad, load.space = "shared",
    load.variable = "tile";
    load.point = 0, load.active = ~0u, load.bytes = 8;
    for (int lane = 0; lane < 32; ++lane) load.offset[lane] = 8 * lane;
    learn::Trace trace;
    trace.events = {load};
    learn::Panel panel;
    panel.caption = "pairs", panel.lines = {"load"}, panel.by = "thread";
    panel.shape = {8, 8};
    learn::Svg svg;
    const auto refusal = [&] {
      try {
        learn::draw_elements(svg, panel, trace, 0);
      } catch (const learn::Stop& stop) {
        return stop.sentence;
      }
      return std::string();
    };
    CHECK(has(refusal(), "nothing touches row 4 of the shape [8, 8]"));
    panel.element_bytes = 4;
    CHECK(refusal() == "");
  }

  TEST_CASE("a skeleton that does not compile is named") {
    learn::Complaints complaints;
    learn::check_skeleton(
        kPlace, learn::read_lesson(kPlace, "91_does_not_compile"), complaints);
    CHECK(has(learn::join_lines(complaints.errors), "it does not compile"));
  }

  TEST_CASE("a mistake is caught by its case, diagnostic or crash") {
    CHECK(errors_of_mistake("subtracts") == "");
    CHECK(errors_of_mistake("no_guard") == "");
    CHECK(errors_of_mistake("crashes", "93_misbehaves") == "");
  }

  TEST_CASE("a mistake that fails for another reason breaks the rule") {
    CHECK(has(errors_of_mistake("exits", "93_misbehaves"),
              "it was not caught by case \"adds one pair\", but by warning "
              "unfinished-work, exit"));
  }

  TEST_CASE("a mistake that passes breaks the rule") {
    CHECK(has(errors_of_mistake("is_right"), "this mistake passes the check"));
  }

  TEST_CASE("a mistake must say what catches it, in words that are known") {
    CHECK(has(errors_of_mistake("without_reason"),
              "it must begin with // caught by:"));
    CHECK(has(errors_of_mistake("strange_reason"),
              "`case \"absent\"` is no case of this lesson"));
  }
}
