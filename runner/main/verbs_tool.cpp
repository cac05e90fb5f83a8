// SPDX-License-Identifier: MIT
// `list`, `emulate`, `test`, `doctor`: their options and help. What the verbs
// do is in runner/command.
#include <cstdio>

#include "runner/command/check_json.h"
#include "runner/command/doctor.h"
#include "runner/command/teach.h"
#include "runner/main/verbs.h"

namespace learn {

void add_tool_verbs(CLI::App& app, Arguments& a) {
  auto* lessons = app.add_subcommand("list", "lessons, state, points");
  lessons->add_flag("--json", a.json, "as JSON, for editors");
  lessons->footer("Example: ./learn list");
  lessons->callback([&a] {
    a.verb = [&a] {
      if (!a.json) return list(a.place);
      std::fputs(list_json(a.place).c_str(), stdout);
      return 0;
    };
  });
  auto* emulate = app.add_subcommand(
      "emulate", "run any program built with -cudart shared");
  add_emulate_words(*emulate, a.emulate);
  emulate->footer(
      "Examples: ./learn emulate ./program 1000\n"
      "          ./learn emulate --json report.json ./program");
  emulate->callback([&a] {
    a.verb = [&a] {
      return run_emulate_words(
          {a.place.emulator(), "./learn emulate", "Type ./learn doctor",
           a.place.root / "docs/diagnostics"},
          a.emulate);
    };
  });
  auto* test = app.add_subcommand("test", "run the repository's tests");
  auto& t = a.test;
  auto* named = test->add_option(
      "NAME", t.named,
      "also all answers of this lesson, or what cmake/in_turn.txt leaves out "
      "of this folder; of what differs from origin/main by itself");
  test->add_flag("--full", t.full, "every answer of every lesson, every seed");
  test->add_flag("--all", t.all, "also format, tidy, sanitizers, fuzzing");
  test->add_flag("--extras", t.extras, "only what --all adds")->excludes(named);
  test->add_flag("--arm64", t.arm64,
                 "built for arm64 and run under qemu, these alone; with "
                 "--clang by clang")
      ->excludes(named);
  test->add_flag("--clang", t.clang, "lessons compiled by clang, these alone")
      ->excludes(named);
  test->add_flag("--gpu", t.gpu, "also the runs on a real GPU");
  test->footer(
      "Examples: ./learn test\n"
      "          ./learn test 13 14 programs\n"
      "          ./learn test --all");
  test->callback(
      [&a] { a.verb = [&a] { return learn::test(a.place, a.test); }; });
  auto* doctor =
      app.add_subcommand("doctor", "what was found, what is missing");
  doctor->footer("Example: ./learn doctor");
  doctor->callback([&a] { a.verb = [&a] { return learn::doctor(a.place); }; });
}

}  // namespace learn
