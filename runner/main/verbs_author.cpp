// SPDX-License-Identifier: MIT
// `dev`: the lesson contract as commands.
#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "runner/command/learner.h"
#include "runner/contract/contract.h"
#include "runner/contract/map.h"
#include "runner/main/verbs.h"

namespace learn {
namespace {

std::string page_of(const Lesson& lesson, const char* what) {
  return fmt::format("{}, {}", lesson.heading(), what);
}

/// The lesson that was named, or else every one.
std::vector<Lesson> chosen(const Arguments& arguments) {
  if (arguments.lesson.empty()) return read_lessons(arguments.place);
  return {arguments.found()};
}

int check_contract(const Arguments& arguments) {
  const auto& place = arguments.place;
  const auto lesson = arguments.found();
  Complaints complaints;
  check_files(place, lesson, complaints);
  if (complaints.errors.empty()) {
    check_region(place, lesson, complaints);
    check_page(place, lesson, complaints);
  }
  if (!arguments.no_runs && complaints.errors.empty()) {
    check_skeleton(place, lesson, complaints, arguments.check.built);
    if (!arguments.no_answers) {
      check_solution(place, lesson, complaints);
      for (const auto& name : mistake_names(place, lesson)) {
        check_mistake(place, lesson, name, false, complaints);
      }
      check_text(place, lesson, false, complaints);
      check_picture(place, lesson, false, complaints);
    }
  }
  return print_complaints(page_of(lesson, "contract"), complaints);
}

int check_one_mistake(const Arguments& arguments) {
  const auto lesson = arguments.found();
  Complaints complaints;
  check_mistake(arguments.place, lesson, arguments.mistake,
                arguments.check.built, complaints);
  return print_complaints(
      page_of(lesson, ("mistake " + arguments.mistake).c_str()), complaints);
}

int check_quotes(const Arguments& arguments) {
  const auto& place = arguments.place;
  Complaints complaints;
  if (std::filesystem::path(arguments.lesson).extension() == ".md") {
    check_page_text(place, arguments.lesson, arguments.update, complaints,
                    arguments.check.built);
    return print_complaints(arguments.lesson + ", quoted text", complaints);
  }
  const auto lessons = chosen(arguments);
  for (const auto& lesson : lessons) {
    check_text(place, lesson, arguments.update, complaints,
               arguments.check.built);
  }
  return print_complaints(arguments.lesson.empty()
                              ? "quoted text"
                              : page_of(lessons.front(), "quoted text"),
                          complaints);
}

int check_picture(const Arguments& arguments) {
  const auto lesson = arguments.found();
  Complaints complaints;
  check_picture(arguments.place, lesson, arguments.update, complaints,
                arguments.check.built);
  return print_complaints(page_of(lesson, "picture"), complaints);
}

int check_skeletons(const Arguments& arguments) {
  const auto& place = arguments.place;
  Complaints complaints;
  for (const auto& lesson : chosen(arguments)) {
    check_given(place, lesson, arguments.update, complaints);
  }
  return print_complaints("skeletons", complaints);
}

int check_map(const Arguments& arguments) {
  Complaints complaints;
  check_map(arguments.place, arguments.update, complaints);
  return print_complaints("docs/course/map.md", complaints);
}

}  // namespace

void add_author_verbs(CLI::App& app, Arguments& a) {
  auto* dev = app.add_subcommand("dev", "for those who write lessons");
  dev->require_subcommand(1);
  dev->footer("Example: ./learn dev check 13");
  auto* check = dev->add_subcommand("check", "check the lesson contract");
  check->add_option("LESSON", a.lesson)->required();
  check->add_flag("--no-runs", a.no_runs, "only look at the files");
  check->add_flag("--no-answers", a.no_answers,
                  "leave out what ctest tests one by one: solution, mistakes, "
                  "quoted text and picture");
  check->add_flag("--built", a.check.built)->group("");
  check->callback([&a] { a.verb = [&a] { return check_contract(a); }; });
  check->footer("Example: ./learn dev check 13");
  auto* mistake = dev->add_subcommand("mistake", "check one mistake");
  mistake->add_option("LESSON", a.lesson)->required();
  mistake->add_option("NAME", a.mistake)->required();
  mistake->add_flag("--built", a.check.built)->group("");
  mistake->callback([&a] { a.verb = [&a] { return check_one_mistake(a); }; });
  mistake->footer("Example: ./learn dev mistake 13 padding_removed");
  auto* text = dev->add_subcommand("text", "compare quoted code and output");
  text->add_option("LESSON", a.lesson,
                   "13, or a page: README.md; without it, every lesson");
  text->add_flag("--update", a.update, "rewrite what is out of date");
  text->add_flag("--built", a.check.built)->group("");
  text->callback([&a] { a.verb = [&a] { return check_quotes(a); }; });
  text->footer("Example: ./learn dev text 13 --update");
  auto* picture = dev->add_subcommand("picture", "compare the picture");
  picture->add_option("LESSON", a.lesson)->required();
  picture->add_flag("--update", a.update, "draw it anew");
  picture->add_flag("--built", a.check.built)->group("");
  picture->callback([&a] { a.verb = [&a] { return check_picture(a); }; });
  picture->footer("Example: ./learn dev picture 13 --update");
  auto* skeleton = dev->add_subcommand(
      "skeleton", "compare the exercise with its mark in lesson.toml");
  skeleton->add_option("LESSON", a.lesson, "without it, every lesson");
  skeleton->add_flag("--update", a.update, "write the mark anew");
  skeleton->footer("Example: ./learn dev skeleton 13 --update");
  skeleton->callback([&a] { a.verb = [&a] { return check_skeletons(a); }; });
  auto* keep = dev->add_subcommand("keep", "keep the exercises for reset");
  keep->group("");
  keep->callback(
      [&a] { a.verb = [&a] { return keep_exercises(a.place), 0; }; });
  auto* map = dev->add_subcommand("map", "compare docs/course/map.md");
  map->add_flag("--update", a.update, "write it anew");
  map->footer("Example: ./learn dev map --update");
  map->callback([&a] { a.verb = [&a] { return check_map(a); }; });
}

}  // namespace learn
