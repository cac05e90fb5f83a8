// SPDX-License-Identifier: MIT
// `hint`, `next`, `reset`, `diff`, `ask`, `ptx`, `bench`, `explain`: beside a
// check.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "runner/command/ask.h"
#include "runner/command/bench.h"
#include "runner/command/learner.h"
#include "runner/command/ptx.h"
#include "runner/main/verbs.h"

namespace learn {
namespace {

constexpr int kLeastWidth = 60, kMostWidth = 1000;

/// Prints what a verb answers; 0.
int print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  return 0;
}

CLI::Option* add_lesson(CLI::App* verb, Arguments& a) {
  return verb->add_option("LESSON", a.lesson, "13 or 13_bank_conflicts");
}

}  // namespace

void add_learner_verbs(CLI::App& app, Arguments& a) {
  auto* hint = app.add_subcommand("hint", "one hint; typed again, the next");
  add_lesson(hint, a)->description("13; without it, the lesson you are at");
  hint->add_flag("--all", a.all, "all hints at once");
  hint->footer("Example: ./learn hint 13");
  hint->callback([&a] {
    a.verb = [&a] {
      const auto lesson = lesson_or_current(a.place, a.lesson);
      return print(hint_text(a.place, lesson, a.all));
    };
  });

  auto* next = app.add_subcommand("next", "go on with another lesson");
  add_lesson(next, a)->description("13; without it, the next open one");
  next->footer("Example: ./learn next");
  next->callback(
      [&a] { a.verb = [&a] { return print(next_text(a.place, a.lesson)); }; });

  auto* reset = app.add_subcommand(
      "reset", "put an exercise back as it was given; yours is kept");
  add_lesson(reset, a)->required();
  reset->footer("Example: ./learn reset 13");
  reset->callback([&a] {
    a.verb = [&a] { return print(reset_text(a.place, a.found())); };
  });

  auto* diff = app.add_subcommand(
      "diff", "your region against the solution's, once you passed");
  add_lesson(diff, a)->required();
  diff->footer("Example: ./learn diff 13");
  diff->callback(
      [&a] { a.verb = [&a] { return print(diff_text(a.place, a.found())); }; });

  auto* question =
      app.add_subcommand("ask", "a question about the lesson, once you passed");
  add_lesson(question, a)->required();
  const auto choice = std::make_shared<int>(0);
  question->add_option("NUMBER", *choice, "your choice")
      ->check(CLI::PositiveNumber);
  question->footer(
      "Examples: ./learn ask 13\n"
      "          ./learn ask 13 2");
  question->callback([&a, choice] {
    a.verb = [&a, choice] { return ask(a.place, a.found(), *choice); };
  });

  auto* ptx = app.add_subcommand("ptx", "source and its PTX side by side");
  const auto options = std::make_shared<PtxOptions>();
  add_lesson(ptx, a)->required();
  ptx->add_flag("--solution", options->solution, "the reference instead");
  ptx->add_option("--kernel", options->kernel, "a part of a kernel's name");
  ptx->add_option("--width", options->width,
                  "columns; from 120 on side by side, else one below the other")
      ->check(CLI::Range(kLeastWidth, kMostWidth));
  ptx->footer(
      "Examples: ./learn ptx 13\n"
      "          ./learn ptx 25 --solution --kernel 'add_up<64>'");
  ptx->callback([&a, options] {
    a.verb = [&a, options] { return show_ptx(a.place, a.found(), *options); };
  });

  auto* timed = app.add_subcommand(
      "bench", "on a GPU: your exercise's time beside a library's");
  add_lesson(timed, a)->required();
  timed->footer("Example: ./learn bench 40");
  timed->callback(
      [&a] { a.verb = [&a] { return bench(a.place, a.found()); }; });

  auto* explain =
      app.add_subcommand("explain", "what a diagnostic means, and its cause");
  const auto words = std::make_shared<std::vector<std::string>>();
  explain->add_option(
      "DIAGNOSTIC", *words,
      "shared-race, or a line of a check that begins with `error[`, "
      "`warning[` or `Picture:`; without it, a list");
  explain->footer("Example: ./learn explain bank-conflict");
  explain->callback([&a, words] {
    a.verb = [&a, words] {
      return print(diagnostic_text(a.place,
                                   fmt::format("{}", fmt::join(*words, " ")),
                                   stdout_in_colour()));
    };
  });
}

}  // namespace learn
