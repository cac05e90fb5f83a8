// SPDX-License-Identifier: MIT
// The command line of ./learn: reads the arguments and calls one verb.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "runner/check.h"
#include "runner/contract.h"
#include "runner/course_map.h"
#include "runner/doctor.h"
#include "runner/emulate.h"
#include "runner/suggest.h"
#include "runner/teach.h"
#include "runner/test.h"

namespace {

using learn::CheckOptions;
using learn::Lesson;
using learn::Place;
using learn::Stop;

/// What the arguments set; `verb` is chosen by the parser.
struct Arguments {
  Place place = Place::of_this_build();
  std::string lesson, mistake, schedule;
  CheckOptions check;
  learn::EmulateOptions emulate;
  bool all = false, gpu = false, update = false;
  bool no_runs = false, no_answers = false;
  std::function<int()> verb;

  Lesson found() const { return learn::find_lesson(place, lesson); }
};

std::string page_of(const Lesson& lesson, const char* what) {
  return fmt::format("{}, {}", lesson.heading(), what);
}

int check_contract(const Arguments& arguments) {
  const auto& place = arguments.place;
  const auto lesson = arguments.found();
  learn::Complaints complaints;
  learn::check_files(place, lesson, complaints);
  if (complaints.errors.empty()) {
    learn::check_region(place, lesson, complaints);
    learn::check_page(place, lesson, complaints);
  }
  if (!arguments.no_runs && complaints.errors.empty()) {
    learn::check_skeleton(place, lesson, complaints);
    if (!arguments.no_answers) {
      learn::check_solution(place, lesson, complaints);
      for (const auto& name : learn::mistake_names(place, lesson)) {
        learn::check_mistake(place, lesson, name, complaints);
      }
      learn::check_text(place, lesson, false, complaints);
      learn::check_picture(place, lesson, false, complaints);
    }
  }
  return learn::print_complaints(page_of(lesson, "contract"), complaints);
}

int check_one_mistake(const Arguments& arguments) {
  const auto lesson = arguments.found();
  learn::Complaints complaints;
  learn::check_mistake(arguments.place, lesson, arguments.mistake, complaints);
  return learn::print_complaints(
      page_of(lesson, ("mistake " + arguments.mistake).c_str()), complaints);
}

int check_quotes(const Arguments& arguments) {
  learn::Complaints complaints;
  if (std::filesystem::path(arguments.lesson).extension() == ".md") {
    learn::check_page_text(arguments.place, arguments.lesson, arguments.update,
                           complaints);
    return learn::print_complaints(arguments.lesson + ", quoted text",
                                   complaints);
  }
  const auto lesson = arguments.found();
  learn::check_text(arguments.place, lesson, arguments.update, complaints);
  return learn::print_complaints(page_of(lesson, "quoted text"), complaints);
}

int check_picture(const Arguments& arguments) {
  const auto lesson = arguments.found();
  learn::Complaints complaints;
  learn::check_picture(arguments.place, lesson, arguments.update, complaints);
  return learn::print_complaints(page_of(lesson, "picture"), complaints);
}

int check_map(const Arguments& arguments) {
  learn::Complaints complaints;
  learn::check_map(arguments.place, arguments.update, complaints);
  return learn::print_complaints("docs/course/map.md", complaints);
}

int check_lesson(Arguments& a) {
  if (!a.schedule.empty()) a.check.schedule = std::stoull(a.schedule);
  a.check.mistake = a.mistake;
  a.check.gpu = a.gpu;
  return learn::check(a.place, a.found(), a.check);
}

void add_lesson_verbs(CLI::App& app, Arguments& a) {
  auto* check = app.add_subcommand("check", "check your exercise");
  check->add_option("LESSON", a.lesson, "07 or 07_bank_conflicts")->required();
  auto* solution =
      check->add_flag("--solution", a.check.solution, "the reference instead");
  check->add_option("--mistake", a.mistake, "a known wrong answer instead")
      ->excludes(solution);
  check->add_option("--also-right", a.check.also_right, "another right answer")
      ->excludes(solution);
  check->add_flag("--gpu", a.gpu, "on the real runtime");
  check->add_option("--schedule", a.schedule, "under this schedule only")
      ->check(CLI::Number & CLI::NonNegativeNumber);
  check->add_flag("--skip-todo", a.check.skip_todo)->group("");
  check->callback([&a] { a.verb = [&a] { return check_lesson(a); }; });

  auto* run = app.add_subcommand("run", "run the example of a lesson");
  run->add_option("LESSON", a.lesson, "07 or 07_bank_conflicts")->required();
  run->add_flag("--gpu", a.gpu, "on the real runtime");
  run->callback([&a] {
    a.verb = [&a] { return learn::run_example(a.place, a.found(), a.gpu); };
  });
}

void add_tool_verbs(CLI::App& app, Arguments& a) {
  app.add_subcommand("list", "lessons, state, points")->callback([&a] {
    a.verb = [&a] { return learn::list(a.place); };
  });
  auto* emulate = app.add_subcommand(
      "emulate", "run any program built with -cudart shared");
  auto& e = a.emulate;
  auto* json =
      emulate->add_option("--json", e.json, "write the report to this file");
  emulate->add_option("--device", e.device,
                      "device profile, such as t4, or several: h200,k20m");
  auto* seed =
      emulate->add_option("--schedule", e.schedule, "seed of the schedule");
  emulate
      ->add_option("--schedules", e.schedules,
                   "compare so many seeds, from 0 on")
      ->excludes(seed)
      ->excludes(json);
  emulate->add_option("--checks", e.checks,
                      "memory, init, race, barrier, warp, bank, all or none");
  emulate->add_option("PROGRAM", e.program, "program and its arguments")
      ->required();
  emulate->callback([&a] {
    a.verb = [&a] {
      const bool several = !a.emulate.schedules.empty();
      return several ? learn::compare_schedules(a.place, a.emulate)
                     : learn::emulate(a.place, a.emulate);
    };
  });
  auto* test = app.add_subcommand("test", "run the repository's tests");
  test->add_flag("--all", a.all, "also format, tidy, sanitizers, fuzzing");
  test->add_flag("--gpu", a.gpu, "also the runs on a real GPU");
  test->callback(
      [&a] { a.verb = [&a] { return learn::test(a.place, a.all, a.gpu); }; });
  app.add_subcommand("doctor", "what was found, what is missing")
      ->callback([&a] { a.verb = [&a] { return learn::doctor(a.place); }; });
}

void add_author_verbs(CLI::App& app, Arguments& a) {
  auto* dev = app.add_subcommand("dev", "for those who write lessons");
  dev->require_subcommand(1);
  auto* check = dev->add_subcommand("check", "check the lesson contract");
  check->add_option("LESSON", a.lesson)->required();
  check->add_flag("--no-runs", a.no_runs, "only look at the files");
  check->add_flag("--no-answers", a.no_answers,
                  "leave out what ctest tests one by one: solution, mistakes, "
                  "quoted text and picture");
  check->callback([&a] { a.verb = [&a] { return check_contract(a); }; });
  auto* mistake = dev->add_subcommand("mistake", "check one mistake");
  mistake->add_option("LESSON", a.lesson)->required();
  mistake->add_option("NAME", a.mistake)->required();
  mistake->callback([&a] { a.verb = [&a] { return check_one_mistake(a); }; });
  auto* text = dev->add_subcommand("text", "compare quoted code and output");
  text->add_option("LESSON", a.lesson, "07, or a page: README.md")->required();
  text->add_flag("--update", a.update, "rewrite what is out of date");
  text->callback([&a] { a.verb = [&a] { return check_quotes(a); }; });
  auto* picture = dev->add_subcommand("picture", "compare the picture");
  picture->add_option("LESSON", a.lesson)->required();
  picture->add_flag("--update", a.update, "draw it anew");
  picture->callback([&a] { a.verb = [&a] { return check_picture(a); }; });
  auto* map = dev->add_subcommand("map", "compare docs/course/map.md");
  map->add_flag("--update", a.update, "write it anew");
  map->callback([&a] { a.verb = [&a] { return check_map(a); }; });
}

/// A sentence for a first word that is no verb; "" when all is well.
std::string misspelt_verb(const CLI::App& app, int argc, char** argv) {
  // --root and --build stand before the verb when a test starts us.
  int first = 1;
  while (first + 1 < argc && argv[first][0] == '-') first += 2;
  if (first >= argc || argv[first][0] == '-') return {};
  const std::string word = argv[first];
  std::vector<std::string> verbs;
  for (const auto* sub : app.get_subcommands({})) {
    verbs.push_back(sub->get_name());
    if (verbs.back() == word) return {};
  }
  const auto close = learn::nearest(word, verbs);
  return fmt::format(
      "`{}` is no command{} ./learn --help shows all of them", word,
      close.empty() ? "." : fmt::format("; did you mean `{}`?", close));
}

int parse_and_run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app(
      "Graded CUDA lessons, checked without a GPU.\n"
      "Without a command: goes on with the first unsolved lesson.",
      "./learn");
  app.add_option("--root", arguments.place.root)->group("");
  app.add_option("--build", arguments.place.build)->group("");
  app.require_subcommand(0, 1);
  add_lesson_verbs(app, arguments);
  add_tool_verbs(app, arguments);
  add_author_verbs(app, arguments);
  if (const auto sentence = misspelt_verb(app, argc, argv); !sentence.empty()) {
    throw Stop{sentence};
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw Stop{fmt::format("{}. ./learn --help shows what can be typed",
                           error.what())};
  }
  arguments.place.root = learn::fs::absolute(arguments.place.root);
  arguments.place.build = learn::fs::absolute(arguments.place.build);
  return arguments.verb ? arguments.verb() : learn::teach(arguments.place);
}

}  // namespace

int main(int argc, char** argv) {
  std::string sentence;
  int exit_code = 2;
  try {
    return parse_and_run(argc, argv);
  } catch (const Stop& stop) {
    sentence = stop.sentence;
    exit_code = stop.exit_code;
  } catch (const std::exception& error) {
    sentence = error.what();
  }
  std::fflush(stdout);
  std::fprintf(stderr, "learn: %s\n", sentence.c_str());
  return exit_code;
}
