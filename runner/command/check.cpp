// SPDX-License-Identifier: MIT
// Finds the file that is meant, builds it as ./learn grade would take it, and
// has it judged and explained. A solved lesson is noted only for the exercise
// itself.
#include "runner/command/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/suggest.h"
#include "runner/base/text_file.h"
#include "runner/check/explain.h"
#include "runner/check/first_nan.h"
#include "runner/check/judge.h"
#include "runner/command/compile_note.h"
#include "runner/command/learner.h"
#include "runner/command/own_picture.h"
#include "runner/grade/marks.h"
#include "runner/lesson/given.h"
#include "runner/lesson/state.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"

namespace learn {
namespace {

constexpr int kSkipped = 77;  // ctest's SKIP_RETURN_CODE

/// A student's copy of the course has no answers.
void require_answers(const Place& place, const Lesson& lesson) {
  if (fs::exists(lesson.answers(place))) return;
  throw Stop{fmt::format(
      "this copy of the course has no {}: it came without solutions and "
      "mistakes. Type ./learn check {}",
      place.shown(lesson.answers(place)), lesson.number)};
}

constexpr const char* kTaken = ".taken.";  // in the name of an OwnTarget

/// Removes what checks of `lesson` that were killed have left.
void remove_left(const Place& place, const Lesson& lesson) {
  const auto begin = place.program(lesson.name);
  const auto now = fs::file_time_type::clock::now();
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(begin.parent_path(), none)) {
    const auto name = entry.path().filename().string();
    if (name.rfind(lesson.name, 0) != 0) continue;
    if (name.find(kTaken) == std::string::npos) continue;
    const auto made = fs::last_write_time(entry.path(), none);
    if (!none && now - made > std::chrono::hours(1)) {
      fs::remove(entry.path(), none);
    }
  }
}

/// The name of a program that this process alone builds, and that goes with it:
/// two checks at once must not judge each other's file.
class OwnTarget {
 public:
  OwnTarget(const Place& place, const Lesson& lesson, const std::string& target)
      : place_(place), name_(fmt::format("{}{}{}", target, kTaken, getpid())) {
    remove_left(place, lesson);
  }
  ~OwnTarget() {
    std::error_code ignored;
    fs::remove(place_.program(name_), ignored);
  }
  OwnTarget(const OwnTarget&) = delete;
  OwnTarget& operator=(const OwnTarget&) = delete;
  const std::string& name() const { return name_; }

 private:
  const Place& place_;
  std::string name_;
};

/// One of the lesson's answers; `kind` is "mistake" or "also_right".
fs::path answer_file(const Place& place, const Lesson& lesson,
                     const std::string& kind, const std::string& name) {
  require_answers(place, lesson);
  const auto folder =
      lesson.answers(place) / (kind == "mistake" ? "mistakes" : "also_right");
  auto file = folder / (name + ".cu");
  if (fs::exists(file)) return file;
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  throw Stop{fmt::format(
      "lesson {} has no {} `{}`; it has {}", lesson.number, kind, name,
      names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")))};
}

bool todo_stands(const Place& place, const Lesson& lesson) {
  return read_text(lesson.folder(place) / "exercise.cu").find("TODO") !=
         std::string::npos;
}

/// What ./learn grade would say, too.
std::string refusal_text(const Lesson& lesson, const Subject& subject,
                         const std::string& why) {
  return fmt::format(
      "{} would not be graded:\n{}.\n\nYour code counts only between the lines "
      "`// task-begin` and `// task-end`.\n./learn reset {} gives back the "
      "exercise as it was given, and keeps a copy of yours.\nNext: edit {}, "
      "then "
      "type {}\n",
      subject.source, why, lesson.number, subject.source, subject.command());
}

std::string unknown_note(const Place& place, const Lesson& lesson) {
  return fmt::format(
      "Note: {}.\n./learn grade uses only what is between the marks, and "
      "refuses some of that. Here nobody\ncan tell what it would take. {}.\n\n",
      given_is_lost(place, lesson), how_to_find_given(place, lesson));
}

std::string outside_note(int line) {
  if (line == 0) return {};
  return fmt::format(
      "Note: line {} lies outside of the marks and differs from the file as it "
      "was given.\nOnly what is between the marks counts, here as in ./learn "
      "grade.\n\n",
      line);
}

}  // namespace

Subject subject_of(const Place& place, const Lesson& lesson,
                   const CheckOptions& options) {
  Subject subject;
  subject.words = lesson.number;
  subject.target = lesson.name;
  auto file = lesson.folder(place) / "exercise.cu";
  if (options.solution) {
    require_answers(place, lesson);
    file = lesson.answers(place) / "solution.cu";
    subject.target += ".solution";
    subject.words += " --solution";
  } else if (!options.mistake.empty()) {
    file = answer_file(place, lesson, "mistake", options.mistake);
    subject.known_mistake = true;
    subject.target += ".mistake." + options.mistake;
    subject.words += " --mistake " + options.mistake;
  } else if (!options.also_right.empty()) {
    file = answer_file(place, lesson, "also_right", options.also_right);
    subject.target += ".also_right." + options.also_right;
    subject.words += " --also-right " + options.also_right;
  } else if (!options.file.empty()) {
    file = fs::absolute(options.file);
    subject.target += ".file." + fingerprint_of(file.string());
    subject.words += " --file " + options.file;
  }
  if (options.gpu) subject.words += " --gpu";
  subject.gpu = options.gpu;
  subject.source = place.shown(file);
  return subject;
}

Build build_shown(const Place& place, const std::string& target, bool built) {
  if (built) return require_built(place, target);
  const bool person = isatty(STDERR_FILENO) != 0;
  if (person) {
    fmt::print(stderr, "{}compiling {} ...", first_build_note(place), target);
  }
  auto build = build_to_run(place, target);
  if (person) fmt::print(stderr, "\r\033[K");
  return build;
}

std::string build_text(const Build& build, const std::string& source,
                       const std::string& command) {
  if (!build.source_at_fault) {
    throw Stop{"the build failed, and not because of " + source + ":\n" +
               build.shown + "Type ./learn doctor"};
  }
  return fmt::format(
      "{} does not compile yet:\n\n{}\n{}Next: edit {}, then type {}\n", source,
      build.shown, compile_note(build.shown), source, command);
}

int explain_build(const Build& build, const std::string& source,
                  const std::string& command) {
  fmt::print("{}", build_text(build, source, command));
  return 1;
}

/// Whether what is kept of a learner lies in the course's folder: elsewhere it
/// is a check of the course's own tests, which draws nothing.
bool is_kept_here(const Place& place) {
  return !place.shown(state_folder(place)).starts_with('/');
}

namespace {

/// Judges what was built, and notes a solved exercise.
void judge_and_note(const Place& place, const Lesson& lesson,
                    const CheckOptions& options, const std::string& target,
                    Checked& checked) {
  const auto& subject = checked.subject;
  const bool own = subject.target == lesson.name;
  const bool draws = own && !options.gpu && is_kept_here(place);
  JudgeOptions how{options.gpu, options.schedule};
  how.technique_summary = draws;
  auto verdict = judge(place, lesson, target, how);
  if (!options.gpu) add_first_nan(place, lesson, target, verdict);
  const auto text = explain(place, lesson, subject, verdict);
  if (draws) checked.picture = draw_own_picture(place, lesson, verdict);
  // The advice stays last.
  const auto advice = std::min(text.rfind("\nNot passed:"), text.size());
  checked.text += text.substr(0, advice) +
                  (checked.picture.empty() ? "" : "\n") + checked.picture +
                  text.substr(advice);
  if (verdict.passed && own && !options.gpu && !options.schedule) {
    State state(place);
    const int cost = cost_of_hints(place, lesson);
    state.note_solved(lesson.name, verdict.points - cost);
    if (cost != 0) {
      checked.text +=
          fmt::format("The last hint cost a point: {} of {} are noted.\n",
                      verdict.points - cost, lesson.points());
    }
    const bool more = state.open_after(read_lessons(place), lesson.name);
    checked.text += fmt::format(
        "Next: read \"Afterwards\" in {}/README.md{}{}\n",
        place.shown(lesson.folder(place)),
        lesson.ask ? ", answer ./learn ask " + lesson.number : "",
        more ? ", then type ./learn next" : "; all lessons are solved");
  }
  checked.result = verdict.passed ? "passed" : "failed";
  checked.status = verdict.passed ? 0 : 1;
  checked.verdict = std::move(verdict);
}

void skip(Checked& checked, const std::string& why) {
  checked.text += "skipped: " + why + "\n";
  checked.result = "skipped";
  checked.status = kSkipped;
}

void did_not_build(Checked& checked, const Build& build) {
  checked.text +=
      build_text(build, checked.subject.source, checked.subject.command());
  checked.compiler = build.shown;
  checked.result = "not built";
}

}  // namespace

Checked check_told(const Place& place, const Lesson& lesson,
                   const CheckOptions& options) {
  Checked checked;
  const auto& subject = checked.subject = subject_of(place, lesson, options);
  if (options.skip_todo && is_as_given(place, lesson)) {
    skip(checked, "the exercise is as it was given");
    return checked;
  }
  const bool own = subject.target == lesson.name;
  // Known answers are the course's own, and need no marks.
  Taken taken;
  if (own || !options.file.empty()) {
    taken = as_graded(place, lesson, place.root / subject.source);
  }
  if (!taken.refusal.empty()) {
    // Of a slip of the pen the compiler knows the line.
    const OwnTarget apart(place, lesson, subject.target);
    const auto build =
        build_taken(place, lesson, apart.name(),
                    under_own_name(place.root / subject.source), options.built);
    if (!build.ok && build.source_at_fault) {
      checked.text = "Note: " + taken.refusal + ".\n\n";
      did_not_build(checked, build);
      return checked;
    }
    checked.text = refusal_text(lesson, subject, taken.refusal);
    checked.result = "refused";
    return checked;
  }
  if (!options.file.empty() && taken.text.empty()) {
    taken.text = under_own_name(place.root / subject.source);
  }
  if (taken.unknown) checked.text = unknown_note(place, lesson);
  checked.text += outside_note(taken.differs_at);
  std::optional<OwnTarget> apart;
  if (!taken.text.empty()) apart.emplace(place, lesson, subject.target);
  const auto target = apart ? apart->name() : subject.target;
  const auto build =
      apart ? build_taken(place, lesson, target, taken.text, options.built)
            : build_shown(place, target, options.built);
  if (!build.ok) {
    did_not_build(checked, build);
    return checked;
  }
  judge_and_note(place, lesson, options, target, checked);
  if (checked.status != 0 && options.skip_todo && todo_stands(place, lesson)) {
    skip(checked, "the exercise has a TODO still");
  }
  return checked;
}

int check(const Place& place, const Lesson& lesson,
          const CheckOptions& options) {
  const auto checked = check_told(place, lesson, options);
  fmt::print("{}", checked.text);
  return checked.status;
}

int run_example(const Place& place, const Lesson& lesson, bool gpu,
                bool built) {
  const auto target = lesson.name + ".example";
  const auto build = build_shown(place, target, built);
  if (!build.ok) {
    return explain_build(build,
                         place.shown(lesson.folder(place)) + "/example.cu",
                         "./learn run " + lesson.number);
  }
  std::fflush(stdout);
  auto command = program_command(place, target, gpu);
  set_machine(lesson, command);
  const auto outcome = run_open(command);
  if (outcome.end == Outcome::End::kSignalled) {
    fmt::print(stderr, "{}/example.cu ended with {}\n",
               place.shown(lesson.folder(place)), signal_name(outcome.code));
  }
  return outcome.exit_code();
}

}  // namespace learn
