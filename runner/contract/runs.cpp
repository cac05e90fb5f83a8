// SPDX-License-Identifier: MIT
// The part of the contract that builds and runs: the skeleton fails as it
// should, the solution passes, each mistake is caught for its stated reason.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/check/explain.h"
#include "runner/check/judge.h"
#include "runner/contract/contract.h"
#include "runner/contract/reasons.h"
#include "runner/process/build_step.h"
#include "simt/report/report.h"

namespace learn {
namespace {

/// Builds and judges; complains and returns nothing when the build fails.
std::optional<Verdict> judge_file(const Place& place, const Lesson& lesson,
                                  const std::string& file,
                                  const std::string& target,
                                  Complaints& complaints,
                                  const JudgeOptions& options = {},
                                  bool built = false) {
  const auto build =
      built ? require_built(place, target) : build_target(place, target);
  if (!build.ok) {
    complaints.errors.push_back(file + ": it does not compile:\n" +
                                build.shown);
    return {};
  }
  return judge(place, lesson, target, options);
}

bool failed_by_assertion(const Verdict& verdict, const std::string& name) {
  return std::any_of(
      verdict.runs.begin(), verdict.runs.end(), [&](const Run& run) {
        const auto found = run.cases.find(name);
        return found != run.cases.end() && !found->second.passed &&
               found->second.failure.has_value();
      });
}

/// As an error, or else as a warning.
bool diagnosed(const Verdict& verdict, const std::string& name, bool error) {
  for (const auto& run : verdict.runs) {
    for (const auto& finding : run.report.diagnostics) {
      if (is_error(finding) == error && finding.name == name) return true;
    }
  }
  return false;
}

bool ended(const Verdict& verdict, Ending how) {
  return std::any_of(verdict.runs.begin(), verdict.runs.end(),
                     [&](const Run& run) { return run.ending == how; });
}

/// What really happened, for a complaint.
std::string seen(const Lesson& lesson, const Verdict& verdict) {
  std::vector<std::string> found;
  for (const auto& one : lesson.cases) {
    if (failed_by_assertion(verdict, one.name)) {
      found.push_back(fmt::format("case \"{}\"", one.name));
    }
  }
  for (const auto& run : verdict.runs) {
    for (const auto& finding : run.report.diagnostics) {
      const auto text =
          (is_error(finding) ? "diagnostic " : "warning ") + finding.name;
      if (std::find(found.begin(), found.end(), text) == found.end()) {
        found.push_back(text);
      }
    }
  }
  if (ended(verdict, Ending::kCrashed)) found.emplace_back("crash");
  if (ended(verdict, Ending::kTimedOut)) found.emplace_back("time limit");
  if (ended(verdict, Ending::kExitedEarly)) found.emplace_back("exit");
  return found.empty() ? "nothing" : fmt::format("{}", fmt::join(found, ", "));
}

/// Whether `reason` caught it; nothing when the reason cannot be read.
std::optional<bool> holds(const Lesson& lesson, const Verdict& verdict,
                          const std::string& reason) {
  if (const auto parts = match(reason, "case \"(.+)\"")) {
    const auto& name = (*parts)[1];
    const bool known =
        std::any_of(lesson.cases.begin(), lesson.cases.end(),
                    [&](const Case& one) { return one.name == name; });
    if (!known) return {};
    return failed_by_assertion(verdict, name);
  }
  if (const auto parts = match(reason, "diagnostic ([a-z-]+)")) {
    return diagnosed(verdict, (*parts)[1], true);
  }
  if (const auto parts = match(reason, "warning ([a-z-]+)")) {
    return diagnosed(verdict, (*parts)[1], false);
  }
  if (reason == "crash") return ended(verdict, Ending::kCrashed);
  if (reason == "time limit") return ended(verdict, Ending::kTimedOut);
  return {};
}

}  // namespace

std::vector<Reason> reasons_of(const fs::path& file) {
  static const std::string kMark = "// caught by: ";
  std::vector<Reason> reasons;
  const auto lines = split_lines(read_text(file));
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].rfind(kMark, 0) == 0) {
      reasons.push_back({i + 1, trim(lines[i].substr(kMark.size()))});
    }
  }
  return reasons;
}

void check_skeleton(const Place& place, const Lesson& lesson,
                    Complaints& complaints, bool built) {
  const auto file = place.shown(lesson.folder(place) / "exercise.cu");
  const auto verdict =
      judge_file(place, lesson, file, lesson.name, complaints, {}, built);
  if (!verdict) return;
  if (verdict->passed) {
    complaints.errors.push_back(file + ": it passes its check unsolved");
    return;
  }
  bool good = verdict->last().ending == Ending::kOrderly &&
              has_errors(verdict->last().report);
  for (const auto& one : lesson.cases) {
    good |= failed_by_assertion(*verdict, one.name);
  }
  if (!good || verdict->last().ending != Ending::kOrderly) {
    complaints.errors.push_back(
        file +
        ": it must fail by an assertion or a diagnostic, but was "
        "caught by " +
        seen(lesson, *verdict));
  }
}

void check_solution(const Place& place, const Lesson& lesson,
                    Complaints& complaints) {
  const auto file = place.shown(lesson.answers(place) / "solution.cu");
  const auto target = lesson.name + ".solution";
  const auto verdict = judge_file(place, lesson, file, target, complaints);
  if (!verdict || verdict->passed) return;
  const Subject subject{
      .source = file, .target = target, .words = lesson.number + " --solution"};
  complaints.errors.push_back(file + ": it does not pass:\n" +
                              explain(place, lesson, subject, *verdict));
}

void check_mistake(const Place& place, const Lesson& lesson,
                   const std::string& name, bool built,
                   Complaints& complaints) {
  const auto path = lesson.answers(place) / "mistakes" / (name + ".cu");
  const auto file = place.shown(path);
  if (!fs::exists(path)) throw Stop{"there is no file " + file};
  const auto reasons = reasons_of(path);
  if (reasons.empty()) {
    complaints.errors.push_back(
        file +
        ": it must begin with // caught by: case \"NAME\" or "
        "// caught by: diagnostic NAME");
    return;
  }
  JudgeOptions until_caught;
  until_caught.enough = [&](const Verdict& verdict) {
    return std::all_of(
        reasons.begin(), reasons.end(), [&](const Reason& reason) {
          return holds(lesson, verdict, reason.text).value_or(false);
        });
  };
  const auto verdict =
      judge_file(place, lesson, file, lesson.name + ".mistake." + name,
                 complaints, until_caught, built);
  if (!verdict) return;
  if (verdict->passed) {
    complaints.errors.push_back(file + ": this mistake passes the check");
    return;
  }
  for (const auto& reason : reasons) {
    const auto held = holds(lesson, *verdict, reason.text);
    if (held && *held) continue;
    complaints.errors.push_back(
        held ? fmt::format("{}:{}: it was not caught by {}, but by {}", file,
                           reason.line, reason.text, seen(lesson, *verdict))
             : fmt::format("{}:{}: `{}` is no case of this lesson and no "
                           "diagnostic",
                           file, reason.line, reason.text));
  }
}

}  // namespace learn
