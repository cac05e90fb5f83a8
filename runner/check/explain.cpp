// SPDX-License-Identifier: MIT
// Puts the text together block by block: cases, how the program ended, the
// first failure, what it printed, the report, the seed, the points.
#include "runner/check/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/text_file.h"
#include "simt/report/kernel_name.h"
#include "simt/report/report.h"

namespace learn {
namespace {

constexpr size_t kPrintedLines = 20;  // of the program's own output
constexpr size_t kWidest = 160;

const char* word_for(CaseState state) {
  switch (state) {
    case CaseState::kPass:
      return "pass";
    case CaseState::kFail:
      return "FAIL";
    case CaseState::kNotReached:
      return "not reached";
    case CaseState::kSkipped:
      break;
  }
  return "skipped";
}

std::string case_table(const Lesson& lesson, const Verdict& verdict) {
  std::string text;
  for (size_t i = 0; i < lesson.cases.size(); ++i) {
    const auto& one = lesson.cases[i];
    text += fmt::format("  {:<11}  {:<9}  {}\n", word_for(verdict.states[i]),
                        name_of(one.kind), one.name);
  }
  return text;
}

std::string ending_text(const Place& place, const Verdict& verdict) {
  const auto& run = verdict.last();
  if (!run.report.refused.empty()) {  // how the program ended follows from it
    return fmt::format(
        "The emulator does not run the device code of this program:\n{}.\n",
        place.relative(run.report.refused.front()));
  }
  const auto where = run.culprit.empty()
                         ? std::string()
                         : fmt::format(" in case \"{}\"", run.culprit);
  switch (run.ending) {
    case Ending::kOrderly:
      if (run.outcome.code > 1) {
        return fmt::format("The program ended with exit status {}.\n",
                           run.outcome.code);
      }
      return {};
    case Ending::kExitedEarly:
      return fmt::format(
          "The program ended itself{} with exit status {}, before the check "
          "was done.\nexit() was called: by the exercise, or by CUDA_CHECK "
          "after "
          "an error.\n",
          where, run.outcome.code);
    case Ending::kCrashed:
      return fmt::format("The program crashed{}: {}.\n", where,
                         signal_name(run.outcome.code));
    case Ending::kTimedOut:
      break;
  }
  return fmt::format(
      "The check did not end within {:.0f} s, all schedules together.\n"
      "Look for a loop that cannot end, or a wait for something that never "
      "comes.\n"
      "Where schedules passed before, the machine may only be busy.\n",
      verdict.seconds);
}

std::string failure_text(const Place& place, const Lesson& lesson,
                         const Run& run) {
  for (const auto& one : lesson.cases) {
    const auto found = run.cases.find(one.name);
    if (found == run.cases.end() || !found->second.failure) continue;
    const auto& failure = *found->second.failure;
    auto text = fmt::format("{}:{}: in case \"{}\"\n  {}\n",
                            place.relative(failure.file), failure.line,
                            one.name, failure.expression);
    if (!failure.values.empty()) {
      text += fmt::format("  values:  {}\n", failure.values);
    }
    for (const auto& line : split_lines(failure.info)) {
      text += fmt::format("  note:    {}\n", line);
    }
    return text;
  }
  return {};
}

/// Keeps the output in a file and says where; "" where it is not kept.
std::string kept_text(const Place& place, const Subject& subject,
                      const Run& run) {
  if (!subject.keep_output) return {};
  const auto file = place.program(subject.target + ".output.txt");
  const auto& head = run.outcome.out.cut() || run.outcome.err.cut()
                         ? run.outcome.out.head
                         : run.printed;
  const auto& text = head.empty() ? run.printed : head;
  write_text(file, text);
  return fmt::format("; the first {} are in {}", with_commas(text.size()),
                     place.shown(file));
}

std::string printed_text(const Place& place, const Subject& subject,
                         const Run& run) {
  if (trim(run.printed).empty()) return {};
  const auto total =
      run.outcome.out.total + run.outcome.err.total - run.report_text.size();
  const auto lines = split_lines(run.printed);
  const bool cut = run.outcome.out.cut() || run.outcome.err.cut();
  std::string text = "The program printed:\n";
  if (cut || lines.size() > kPrintedLines) {
    text = fmt::format("The program printed {} bytes{}.\nIt begins:\n",
                       with_commas(total), kept_text(place, subject, run));
  }
  for (size_t i = 0; i < std::min(lines.size(), kPrintedLines); ++i) {
    text += fmt::format("  | {}\n", lines[i].substr(0, kWidest));
  }
  return text;
}

std::string seed_text(const Subject& subject, const Verdict& verdict) {
  const auto seed = verdict.last().seed;
  if (seed == 0) return {};
  const auto before = verdict.runs.size() > 1
                          ? fmt::format("; schedules 0 to {} passed", seed - 1)
                          : "";
  return fmt::format(
      "This happened under schedule {0}{1}. Repeat it alone with:\n"
      "  {2} --schedule {0}\n",
      seed, before, subject.command());
}

/// A kernel's name as it can be shown. The program chose it.
std::string shown_name(std::string kernel) {
  constexpr size_t kMostName = 60;
  const std::string nobody = "(anonymous namespace)::";
  if (kernel.starts_with(nobody)) kernel.erase(0, nobody.size());
  kernel = simt::report::fitting_kernel(kernel, kMostName);
  for (char& c : kernel)
    if (c < ' ' || c > '~') c = '?';
  return kernel;
}

/// The least time of the longest launch, under the first schedule.
std::string longest_text(const Verdict& verdict) {
  const auto& longest = verdict.runs.front().report.longest;
  const auto text = simt::report::floor_text(longest);
  if (text.empty()) return {};
  return fmt::format("The longest launch, {}: {} (docs/floor.md).\n",
                     shown_name(longest.kernel), text);
}

std::string end_text(const Lesson& lesson, const Subject& subject,
                     const Verdict& verdict) {
  const auto points =
      fmt::format("{} of {} points", verdict.points, lesson.points());
  if (verdict.passed && subject.gpu) {
    return "Passed on the GPU. The skipped cases count what only the emulator "
           "can see.\n";
  }
  if (verdict.passed) {
    return fmt::format("Passed: {}, under {} schedule{}.\n{}", points,
                       verdict.runs.size(), verdict.runs.size() == 1 ? "" : "s",
                       longest_text(verdict));
  }
  const bool all_cases = std::all_of(
      verdict.states.begin(), verdict.states.end(), [](CaseState s) {
        return s == CaseState::kPass || s == CaseState::kSkipped;
      });
  const auto& report = verdict.last().report;
  std::string but;
  if (all_cases && has_errors(report)) {
    but = "; the results are right, but the emulator found an error";
  } else if (all_cases && !doubt(report).empty()) {
    but = "; the results are right, but " + doubt(report);
  }
  const auto next =
      subject.known_mistake
          ? std::string("This is a known mistake: the check must not pass it.")
          : fmt::format("Next: edit {}, then type {}", subject.source,
                        subject.command());
  return fmt::format("Not passed: {}{}.\n{}\n", points, but, next);
}

void add_block(std::string& text, const std::string& block) {
  if (block.empty()) return;
  text += "\n" + block;
  if (block.back() != '\n') text += "\n";
}

}  // namespace

std::string with_commas(uint64_t value) {
  auto digits = std::to_string(value);
  for (auto at = static_cast<long>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

std::string explain(const Place& place, const Lesson& lesson,
                    const Subject& subject, const Verdict& verdict) {
  const auto& run = verdict.last();
  auto text = fmt::format("{}: {}\n\n{}", lesson.heading(), subject.source,
                          case_table(lesson, verdict));
  if (!verdict.passed) {
    add_block(text, ending_text(place, verdict));
    add_block(text, failure_text(place, lesson, run));
  }
  add_block(text, printed_text(place, subject, run));
  add_block(text, place.relative(run.report_text));
  if (run.outcome.left_behind > 0) {
    add_block(text, fmt::format("The program left {} process{} running; "
                                "stopped.\n",
                                run.outcome.left_behind,
                                run.outcome.left_behind == 1 ? "" : "es"));
  }
  if (!verdict.passed) add_block(text, seed_text(subject, verdict));
  add_block(text, end_text(lesson, subject, verdict));
  return text;
}

}  // namespace learn
