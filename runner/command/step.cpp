// SPDX-License-Identifier: MIT
// Runs a case or the example with SIMT_STEPS and hands the file to
// runner/steps. What is too large is refused with a case that is not.
#include "runner/command/step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/check/judge.h"
#include "runner/grade/marks.h"
#include "runner/page/player.h"
#include "runner/process/limits.h"
#include "runner/steps/beside.h"
#include "runner/steps/drawn.h"
#include "runner/steps/text.h"

namespace learn {
namespace {

constexpr size_t kMostSteps = 1'000'000;  // that SIMT_STEPS_MOST can name

/// The case of that name; where none is named, the first tiny one.
std::string case_of(const Lesson& lesson, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& one : lesson.cases) {
    if (name.empty() ? one.kind == CaseKind::kTiny : one.name == name)
      return one.name;
    names.push_back("  " + one.name);
  }
  if (name.empty() && !lesson.cases.empty()) return lesson.cases.front().name;
  throw Stop{fmt::format("{} has no case `{}`; it has\n{}", lesson.name, name,
                         fmt::join(names, "\n"))};
}

/// The lesson's example, as a subject.
Subject example_of(const Place& place, const Lesson& lesson) {
  Subject subject;
  subject.words = lesson.number + " --example";
  subject.target = lesson.name + ".example";
  subject.source = place.shown(lesson.folder(place) / "example.cu");
  return subject;
}

/// "the case `adds one pair`"; without a name the example.
std::string named(const std::string& name) {
  return name.empty() ? "the example" : fmt::format("the case `{}`", name);
}

/// Runs one case, or the example where `name` is ""; the steps are then in
/// `file`, at most `most` of them where that is not "".
void run_case(const Place& place, const Lesson& lesson,
              const std::string& target, const std::string& name,
              const std::string& seed, const fs::path& file,
              const std::string& most = "") {
  auto command = name.empty() ? program_command(place, target, false)
                              : check_command(place, target, false);
  if (!name.empty()) command.argv.push_back("--test-case=" + case_filter(name));
  command.unset = settings_of_shell();
  command.environment.emplace_back("SIMT_STEPS", file.string());
  if (!most.empty()) command.environment.emplace_back("SIMT_STEPS_MOST", most);
  command.environment.emplace_back("SIMT_REPORT", "0");
  command.environment.emplace_back("SIMT_SCHEDULE", seed);
  set_machine(lesson, command);
  Limits limits;
  limits.seconds = lesson.time_limit_s;
  const auto outcome = run_limited(command, limits);
  if (fs::exists(file)) return;
  throw Stop{fmt::format("{} ended before its steps were written:\n{}",
                         named(name), outcome.err.text())};
}

/// What to type for another case, which is not too large.
std::string smaller_case(const Place& place, const Lesson& lesson,
                         const Subject& subject, const std::string& name,
                         const fs::path& folder) {
  if (name.empty())
    return fmt::format(
        "its first ones are ./learn step {} --to 1000, and a case of the check "
        "is ./learn step {}",
        subject.words, lesson.number);
  std::string smallest;
  uintmax_t least = 0;
  for (const auto& one : lesson.cases) {
    if (one.name == name) continue;
    const auto file = folder / "other";
    run_case(place, lesson, subject.target, one.name, "0", file);
    const auto size = fs::file_size(file);
    const bool fits = !read_steps(file).too_large;
    if (fits && (smallest.empty() || size < least)) {
      smallest = one.name;
      least = size;
    }
    fs::remove(file);
  }
  if (smallest.empty()) return "no case of this lesson is smaller";
  return fmt::format("a smaller one is ./learn step {} --case '{}'",
                     subject.words, smallest);
}

Steps steps_of(const Place& place, const Lesson& lesson, const Subject& subject,
               const std::string& name, const std::string& seed,
               const fs::path& file, const std::string& most = "") {
  run_case(place, lesson, subject.target, name, seed, file, most);
  auto run = read_steps(file);
  if (!run.too_large) return run;
  throw Stop{fmt::format(
      "the steps of {} are more than 5 MB; {}", named(name),
      smaller_case(place, lesson, subject, name, file.parent_path()))};
}

std::string case_words(const std::string& name) {
  return name.empty() ? "example" : fmt::format("case \"{}\"", name);
}

/// What prints the steps as text.
std::string text_command(const Subject& subject, const std::string& name) {
  return fmt::format("./learn step {} --text", subject.words) +
         (name.empty() ? "" : fmt::format(" --case '{}'", name));
}

/// Builds `subject`; with --locals as a target of its own.
Build build_asked(const Place& place, const Lesson& lesson, Subject& subject,
                  const StepOptions& options) {
  if (!options.locals)
    return build_shown(place, subject.target, options.check.built);
  subject.target += ".locals";
  subject.words += " --locals";
  return build_with_locals(place, lesson, subject.target,
                           under_own_name(place.root / subject.source),
                           options.example, options.check.built);
}

/// The file of the player, or "".
std::string page_of(const Lesson& lesson, const StepOptions& options) {
  const bool left_out =
      options.page.empty() && (options.text || !options.json.empty());
  if (left_out || !options.page.empty()) return options.page;
  return fmt::format("step_{}.html", lesson.number);
}

}  // namespace

int step(const Place& place, const Lesson& lesson, const StepOptions& options) {
  const auto choice = read_choice(options.words);
  const auto page = page_of(lesson, options);
  if (!page.empty()) require_writable(page, "the page");
  const auto& words = options.words;
  if (!options.text &&
      StepWords{.to = words.to, .beside = words.beside} != words)
    throw Stop{"the other options choose what --text prints: add --text"};
  const auto name = options.example ? "" : case_of(lesson, options.test_case);
  auto subject = options.example ? example_of(place, lesson)
                                 : subject_of(place, lesson, options.check);
  const auto build = build_asked(place, lesson, subject, options);
  if (!build.ok)
    return explain_build(
        build, subject.source,
        options.example ? "./learn run " + lesson.number : subject.command());
  const ScratchFolder scratch;
  const auto file = scratch.path() / "steps";
  const auto seed = std::to_string(options.check.schedule.value_or(0));
  const auto most = words.to.empty() || choice.to >= kMostSteps
                        ? std::string()
                        : std::to_string(choice.to + 1);
  const auto run = steps_of(place, lesson, subject, name, seed, file, most);
  if (!options.json.empty()) write_text(options.json, read_text(file));
  std::optional<Steps> other;
  if (!options.words.beside.empty())
    other = steps_of(place, lesson, subject, name, options.words.beside,
                     scratch.path() / "beside", most);
  Sources sources(place.root);
  const auto title = fmt::format("{}, {}", lesson.heading(), case_words(name));
  if (options.text)
    fmt::print("{}\n\n{}", title,
               other ? beside(run, *other, sources)
                     : StepText(run, sources).shown(choice));
  if (page.empty()) return 0;
  write_text(page, player_page({title, text_command(subject, name), run,
                                sources, other ? &*other : nullptr}));
  fmt::print("{}\n", page);
  return 0;
}

int draw_steps(const Place& place, const Lesson& lesson, const fs::path& page,
               int columns) {
  const auto name = case_of(lesson, "");
  const auto subject = subject_of(place, lesson, {});
  const auto build = build_shown(place, subject.target);
  if (!build.ok) return explain_build(build, subject.source, subject.command());
  const ScratchFolder scratch;
  const auto run =
      steps_of(place, lesson, subject, name, "0", scratch.path() / "steps");
  fmt::print("Your {}, step by step\n\n", case_words(name));
  if (run.steps.empty()) throw Stop{"It launches no kernel.\n"};
  Sources sources(place.root);
  fmt::print("{}\n{}\n", warps_drawn(run, columns),
             divergence_drawn(run, sources));
  write_text(
      page,
      player_page({fmt::format("{}, {}", lesson.heading(), case_words(name)),
                   text_command(subject, name), run, sources}));
  return 0;
}

std::string tiny_steps(const Place& place, const Lesson& lesson,
                       const Subject& subject, const std::string& seed) try {
  const auto name = case_of(lesson, "");
  const ScratchFolder scratch;
  const auto file = scratch.path() / "steps";
  run_case(place, lesson, subject.target, name, seed, file);
  const auto run = read_steps(file);
  if (run.too_large || run.steps.empty()) return "";
  Sources sources(place.root);
  return player_tab(
      {case_words(name), text_command(subject, name), run, sources});
} catch (const Stop&) {
  return "";
}

}  // namespace learn
