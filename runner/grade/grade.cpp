// SPDX-License-Identifier: MIT
// Splices the region into the teacher's exercise, builds it in a Workshop,
// judges it under all seeds and counts points. When the machine is to blame,
// the lesson is marked as not graded.
#include "runner/grade/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/check/explain.h"
#include "runner/check/judge.h"
#include "runner/grade/headers.h"
#include "runner/grade/machine_fault.h"
#include "runner/grade/region.h"
#include "runner/grade/workshop.h"
#include "simt/report/report.h"

namespace learn {
namespace {

constexpr uint64_t kMostWork = 256 << 20;  // bytes that a check may write

/// The files whose lines a report may show.
std::string sources_of(const Workshop& shop) {
  std::string all = shop.made().string();
  for (const auto& one : shop.kit.visible(shop.place)) {
    all += ":" + one.string();
  }
  return all;
}

/// On the emulator, or with the real runtime on a GPU.
Verdict judge_enclosed(const Workshop& shop, const Grading& grading,
                       const Made& made, bool gpu) {
  Enclosure enclosure;
  enclosure.program = made.program;
  enclosure.limits.seconds =
      grading.seconds > 0 ? grading.seconds : shop.kit.lesson.time_limit_s;
  enclosure.limits.memory = grading.memory;
  enclosure.limits.printed = 16 << 20;
  // Device memory is a file of memory that is larger than any limit on files.
  enclosure.limits.resident = grading.memory;
  enclosure.limits.user = shop.isolation.user(shop.slot);
  enclosure.wrap = [&](Command& command) {
    auto visible = shop.kit.visible(shop.place);
    visible.push_back(shop.made());
    for (auto& [name, value] : command.environment) {
      if (name != "LD_LIBRARY_PATH") continue;
      const auto real = shop.kit.toolkit / "lib64";
      value = (gpu ? real : shop.place.remote_emulator()).string();
    }
    if (!gpu) {
      command.environment.emplace_back("SIMT_PARAMETERS",
                                       shop.kit.parameters.string());
      // PTX may name any file as its source.
      command.environment.emplace_back("SIMT_SOURCES", sources_of(shop));
    }
    if (!made.functions.empty()) {
      command.environment.emplace_back("LOCKSTEP_APART",
                                       made.functions.string());
    }
    shop.isolation.enclose(command, {shop.work(), visible, gpu, kMostWork});
  };
  enclosure.limits.folder = shop.work();
  enclosure.limits.folder_bytes = kMostWork;
  enclosure.look = [&](const Outcome& outcome, const Word& word) {
    const auto fault = fault_of_run(outcome, word, grading.memory);
    if (!fault.empty()) throw Stop{fault};
  };
  JudgeOptions options;
  options.gpu = gpu;
  if (!gpu) options.seeds = grading.seeds;
  options.enclosure = &enclosure;
  options.enough = [](const Verdict&) { return false; };
  const auto killed = oom_kills();
  auto verdict =
      judge(shop.place, shop.kit.lesson, shop.kit.lesson.name, options);
  const auto fault = fault_of_verdict(verdict, killed);
  if (!fault.empty()) throw Stop{fault};
  return verdict;
}

const char* word_of(CaseState state) {
  if (state == CaseState::kPass) return "pass";
  return state == CaseState::kFail ? "fail" : "not reached";
}

/// The sentence about a function that did not come back (simt/apart), or "".
std::string no_return(const Failure& failure) {
  for (const auto& line :
       split_lines(failure.expression + "\n" + failure.info)) {
    if (line.find(" did not return: ") == std::string::npos) continue;
    const auto colon = line.find(": ");
    const auto text = trim(line.substr(colon + 2));
    // Its last line has the other quotation mark.
    const bool opened = !text.empty() && text.front() == '"';
    const bool closed = opened && text.size() > 1 && text.back() == '"';
    return text.substr(opened ? 1 : 0, text.size() - opened - closed);
  }
  return {};
}

/// Why `one` failed, from the first run in which it did.
std::string why_failed(const Verdict& verdict, const std::string& one) {
  for (const auto& run : verdict.runs) {
    const auto found = run.cases.find(one);
    if (found == run.cases.end() || !found->second.failure) continue;
    const auto& failure = *found->second.failure;
    if (const auto text = no_return(failure); !text.empty()) return text;
    return squeeze(failure.expression +
                   (failure.values.empty() ? "" : ": " + failure.values));
  }
  return {};
}

/// What stands against results that are right; "": nothing.
std::string first_error(const Verdict& verdict) {
  for (const auto& run : verdict.runs) {
    for (const auto& finding : run.report.diagnostics) {
      if (is_error(finding)) {
        return "the emulator found an error: " + finding.name + ": " +
               finding.message;
      }
    }
  }
  for (const auto& run : verdict.runs) {
    if (auto why = doubt(run.report); !why.empty()) return why;
  }
  return {};
}

std::string passed_limit(Outcome::Limit limit) {
  using Limit = Outcome::Limit;
  if (limit == Limit::kMemory) return "it used more memory than it may";
  if (limit == Limit::kPrinted) return "it printed more than it may";
  return limit == Limit::kDisk ? "it wrote more to disk than it may" : "";
}

std::string reason_of(const Verdict& verdict, const std::string& error) {
  for (const auto& run : verdict.runs) {
    if (run.ending == Ending::kTimedOut) return "it did not end in time";
    if (const auto why = passed_limit(run.outcome.limit); !why.empty()) {
      return why;
    }
    if (!run.report.refused.empty()) {
      return "the emulator does not run its device code: " +
             run.report.refused.front();
    }
    if (run.ending == Ending::kCrashed) {
      return "it crashed: " + signal_name(run.outcome.code);
    }
    if (run.ending == Ending::kExitedEarly) {
      return "it ended before the check was done";
    }
  }
  for (const auto& run : verdict.runs) {
    for (const auto& [name, one] : run.cases) {
      const auto text = one.failure ? no_return(*one.failure) : std::string();
      if (!text.empty()) return text;
    }
  }
  return error;
}

/// Points for the cases that passed under all seeds; none when the emulator
/// found an error, as ./learn check counts, too.
void mark_cases(const Lesson& lesson, const Verdict& verdict,
                LessonMark& mark) {
  const auto error = first_error(verdict);
  mark.reason = verdict.passed ? "" : reason_of(verdict, error);
  for (size_t i = 0; i < lesson.cases.size(); ++i) {
    auto& one = mark.cases[i];
    one.state = word_of(verdict.states[i]);
    if (one.state == "pass" && !error.empty()) {
      one.state = "fail";
      one.message = "its results are right, but: " + error;
    } else if (one.state == "pass") {
      one.score = one.max;
    } else {
      one.message = why_failed(verdict, one.name);
    }
  }
}

/// Takes the points of a case that did not pass on the GPU, too. Cases that
/// need counters do not run there and keep theirs.
void mark_gpu_cases(const Verdict& verdict, LessonMark& mark) {
  for (size_t i = 0; i < mark.cases.size(); ++i) {
    const auto state = verdict.states[i];
    auto& one = mark.cases[i];
    if (state == CaseState::kPass || state == CaseState::kSkipped) continue;
    if (one.state != "pass") continue;  // it says why already
    one.score = 0;
    one.state = word_of(state);
    one.message = "on the GPU: " + why_failed(verdict, one.name);
  }
  if (verdict.passed || !mark.reason.empty()) return;
  const auto reason = reason_of(verdict, "");
  mark.reason =
      "it does not pass on the GPU" + (reason.empty() ? "" : ": " + reason);
}

/// What a student reads: the words of ./learn check, for the first run that
/// failed.
std::string words_for(const Workshop& shop, Verdict verdict, bool gpu) {
  const auto& lesson = shop.kit.lesson;
  // Behind walls the last of bubblewrap may still be going.
  for (auto& run : verdict.runs) run.outcome.left_behind = 0;
  const auto failed = std::find_if(verdict.runs.begin(), verdict.runs.end(),
                                   [](const Run& run) { return !run.passed; });
  if (failed != verdict.runs.end()) {
    verdict.runs.erase(failed + 1, verdict.runs.end());
  }
  const Subject subject{.source = "lessons/" + lesson.name + "/exercise.cu",
                        .target = lesson.name,
                        .words = lesson.number,
                        .gpu = gpu,
                        .keep_output = false};
  auto place = shop.place;
  place.root = shop.made();
  return place.relative(explain(shop.place, lesson, subject, verdict));
}

}  // namespace

LessonMark grade_lesson(const Place& place, const Kit& kit,
                        const Grading& grading, const Isolation& isolation,
                        int slot, const FoundExercise* found,
                        std::vector<std::string>& notes) {
  const auto& lesson = kit.lesson;
  LessonMark mark;
  mark.lesson = lesson.name;
  mark.title = lesson.heading();
  mark.host = lesson.device_region ? "teacher" : "student apart";
  for (const auto& one : lesson.cases) {
    mark.cases.push_back(
        {one.name, name_of(one.kind), "not reached", 0, one.points, ""});
  }
  const auto end = [&](const std::string& state, const std::string& reason) {
    mark.state = state;
    mark.reason = reason;
    return mark;
  };
  // The machine's fault: what was found until then says nothing.
  const auto fail = [&](const std::string& why) {
    for (auto& one : mark.cases) {
      one.score = 0;
      one.state = "not reached";
      one.message.clear();
    }
    mark.text.clear();
    return end(kNotGraded, without_scratch(why));
  };
  if (found == nullptr) return end("no file", "there is no exercise.cu");
  if (!found->refusal.empty()) return end("refused", found->refusal);
  const auto splice =
      splice_region(kit.exercise, found->text, headers_for(place, lesson));
  if (splice.differs_at > 0) {
    notes.push_back(fmt::format(
        "{}: line {} lies outside of the region and differs from the course's; "
        "it was not used",
        lesson.name, splice.differs_at));
  }
  if (!splice.refusal.empty()) return end("refused", splice.refusal);
  try {
    const Workshop shop{place, kit, grading, isolation, slot, {}};
    shop.furnish(splice.text);
    const RegionLines lines{splice.begin, splice.end};
    const auto made = lesson.device_region ? build_device(shop, lines)
                                           : build_apart(shop, lines);
    if (made.program.empty()) {
      mark.text = made.text;
      return end(made.state, made.reason);
    }
    const auto verdict = judge_enclosed(shop, grading, made, false);
    mark_cases(lesson, verdict, mark);
    mark.reason =
        without_scratch(Place{shop.made(), place.build}.relative(mark.reason));
    mark.text = words_for(shop, verdict, false);
    bool passed = verdict.passed;
    if (grading.gpu) {
      const auto real = lesson.device_region ? made : build_together(shop);
      if (!lesson.device_region) mark.host = "student";
      const auto seen = judge_enclosed(shop, grading, real, true);
      mark_gpu_cases(seen, mark);
      mark.text += "\nOn the GPU:\n" + words_for(shop, seen, true);
      passed &= seen.passed;
    }
    mark.state = passed ? "passed" : "failed";
  } catch (const Stop& stop) {
    return fail(stop.sentence);
  } catch (const fs::filesystem_error& error) {
    return fail("a file of the grader's: " + error.code().message());
  } catch (const std::exception& error) {
    return fail(error.what());
  }
  return mark;
}

}  // namespace learn
