// SPDX-License-Identifier: MIT
#include "runner/grade/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/check/explain.h"
#include "runner/check/judge.h"
#include "runner/grade/host_object.h"
#include "runner/grade/region.h"
#include "runner/lesson/text_file.h"
#include "runner/process/build_step.h"

namespace learn {
namespace {

constexpr size_t kMostObject = 256 << 20;  // bytes of what a compiler makes
constexpr std::string_view kModule = "_GLOBAL__N__";

/// One submission's folders: compilers write to `made`, checks to `results`.
/// What we make ourselves stands in `ours`.
struct Workshop {
  const Place& place;
  const Kit& kit;
  const Grading& grading;
  const Isolation& isolation;
  int slot;
  ScratchFolder scratch;

  fs::path made() const { return scratch.path() / "made"; }
  fs::path ours() const { return scratch.path() / "ours"; }
  fs::path results() const { return scratch.path() / "results"; }
  fs::path source() const {
    return made() / "lessons" / kit.lesson.name / "exercise.cu";
  }

  void furnish(const std::string& text) const {
    fs::create_directories(source().parent_path());
    fs::create_directories(ours());
    fs::create_directories(results());
    write_text(source(), text);
    fs::permissions(scratch.path(),
                    fs::perms::group_exec | fs::perms::others_exec,
                    fs::perm_options::add);
    isolation.hand_over(made(), slot);
    isolation.hand_over(results(), slot);
  }

  Outcome run(std::vector<std::string> argv) const {
    Command command{std::move(argv), {}, {}};
    auto visible = kit.visible(place);
    visible.push_back(ours());
    isolation.enclose(command, {made(), visible});
    auto limits = compile_limits();
    limits.seconds = grading.compile_seconds;
    limits.user = isolation.user(slot);
    return run_limited(command, limits);
  }
};

/// The end of a build: a program, or what stands in its way.
struct Made {
  fs::path program;
  std::string state, reason, text;  // of the mark, when there is no program
};

Made not_built(const Workshop& shop, const Outcome& outcome) {
  Made made{{}, "does not compile", "the compiler reports an error", ""};
  if (outcome.end == Outcome::End::kTimedOut) {
    made.reason = "the compiler did not end in time";
  } else if (outcome.end != Outcome::End::kExited) {
    made.reason = "the compiler was stopped: " + signal_name(outcome.code);
  }
  const auto output = outcome.out.text() + outcome.err.text();
  auto inside = shop.place;
  inside.root = shop.made();
  made.text = first_errors(inside, shop.place.relative(output));
  return made;
}

Made refused_build(const std::string& why) {
  return {{}, "refused", "the region cannot be taken: " + why, ""};
}

std::vector<std::string> nvcc(const Workshop& shop,
                              std::vector<std::string> last) {
  std::vector<std::string> argv{tools().nvcc};
  const auto& options = shop.kit.options;
  argv.insert(argv.end(), options.begin(), options.end());
  argv.insert(argv.end(), last.begin(), last.end());
  argv.push_back(shop.source().lexically_relative(shop.made()).string());
  return argv;
}

/// Kernels in an unnamed namespace carry eight digits that follow from the
/// source's path: gives those of `from` the digits that `like` has.
void rename_modules(std::string& from, const std::string& like) {
  constexpr size_t kDigits = 8;
  const auto ours = like.find(kModule);
  if (ours == std::string::npos) return;
  const auto digits = like.substr(ours + kModule.size(), kDigits);
  for (auto at = from.find(kModule); at != std::string::npos;
       at = from.find(kModule, at + 1)) {
    if (from.size() - at < kModule.size() + kDigits) break;
    from.replace(at + kModule.size(), kDigits, digits);
  }
}

Made link(const Workshop& shop, const fs::path& object) {
  const auto program = shop.made() / "check";
  std::vector<std::string> argv{tools().cxx_path, "-o", program.string()};
  // First of equal inline functions wins: the check's own.
  for (const auto& one : shop.kit.objects) argv.push_back(one.string());
  argv.insert(argv.end(), {object.string(),
                           (shop.place.emulator() / "libcudart.so.13").string(),
                           "-ldl", "-lpthread", "-lrt"});
  const auto outcome = shop.run(argv);
  if (!outcome.ok()) return not_built(shop, outcome);
  // From here on nobody may change it between two runs.
  shop.isolation.hand_over(shop.made(), -1);
  return {program, "", "", ""};
}

/// Takes of the student's file the kernels alone, and the teacher's host code.
Made build_device(const Workshop& shop) {
  const auto outcome = shop.run(
      nvcc(shop, {"--fatbin", "--no-compress", "-o", "student.fatbin"}));
  if (!outcome.ok()) return not_built(shop, outcome);
  auto kernels = read_foreign(shop.made() / "student.fatbin", kMostObject);
  if (!kernels) return refused_build("the compiler's output is no plain file");
  rename_modules(*kernels, read_text(shop.kit.host_object));
  const auto fatbin = shop.ours() / "student.fatbin";
  const auto object = shop.ours() / "exercise.o";
  write_text(fatbin, *kernels);
  const auto outcome_of_copy = run_limited(
      {{"objcopy", "--update-section", ".nv_fatbin=" + fatbin.string(),
        shop.kit.host_object.string(), object.string()},
       {},
       shop.ours()},
      compile_limits());
  if (!outcome_of_copy.ok()) {
    throw Stop{"objcopy (of binutils) failed:\n" + outcome_of_copy.err.text()};
  }
  return link(shop, object);
}

/// Takes the student's host code, too; looks at it before it is linked.
Made build_host(const Workshop& shop) {
  const auto outcome =
      shop.run(nvcc(shop, {"-Xcompiler=-fPIE", "-c", "-o", "student.o"}));
  if (!outcome.ok()) return not_built(shop, outcome);
  const auto bytes = read_foreign(shop.made() / "student.o", kMostObject);
  if (!bytes) return refused_build("the compiler's output is no plain file");
  const auto ours = read_object(read_text(shop.kit.host_object), "exercise.o");
  ObjectFile theirs;
  try {
    theirs = read_object(*bytes, "the compiled region");
  } catch (const Stop& stop) {
    return refused_build(stop.sentence);
  }
  const auto why = refuse_object(theirs, ours);
  if (!why.empty()) return refused_build(why);
  return link(shop, shop.made() / "student.o");
}

/// On the emulator, or with the real runtime on a GPU.
Verdict judge_enclosed(const Workshop& shop, const Grading& grading,
                       const fs::path& program, bool gpu) {
  Enclosure enclosure;
  enclosure.program = program;
  enclosure.folder = shop.results();
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
      if (name == "LD_LIBRARY_PATH" && !gpu) {
        value = shop.place.emulator().string();
      }
    }
    shop.isolation.enclose(command, {shop.results(), visible, gpu});
  };
  JudgeOptions options;
  options.gpu = gpu;
  if (!gpu) options.seeds = grading.seeds;
  options.enclosure = &enclosure;
  options.enough = [](const Verdict&) { return false; };
  return judge(shop.place, shop.kit.lesson, shop.kit.lesson.name, options);
}

const char* word_of(CaseState state) {
  if (state == CaseState::kPass) return "pass";
  return state == CaseState::kFail ? "fail" : "not reached";
}

/// Why `one` failed, from the first run in which it did.
std::string why_failed(const Verdict& verdict, const std::string& one) {
  for (const auto& run : verdict.runs) {
    const auto found = run.cases.find(one);
    if (found == run.cases.end() || !found->second.failure) continue;
    const auto& failure = *found->second.failure;
    return squeeze(failure.expression +
                   (failure.values.empty() ? "" : ": " + failure.values));
  }
  return {};
}

std::string first_error(const Verdict& verdict) {
  for (const auto& run : verdict.runs) {
    for (const auto& finding : run.report.findings) {
      if (finding.error) return finding.name + ": " + finding.message;
    }
  }
  return {};
}

std::string reason_of(const Verdict& verdict, const std::string& error) {
  for (const auto& run : verdict.runs) {
    if (run.ending == Ending::kTimedOut) return "it did not end in time";
    if (run.ending == Ending::kCrashed) {
      return "it crashed: " + signal_name(run.outcome.code);
    }
    if (run.ending == Ending::kExitedEarly) {
      return "it ended before the check was done";
    }
  }
  return error.empty() ? "" : "the emulator found an error: " + error;
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
  const Subject subject{"lessons/" + lesson.name + "/exercise.cu", lesson.name,
                        "./learn check " + lesson.number, gpu, false};
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
  mark.host = lesson.device_region ? "teacher" : "student";
  for (const auto& one : lesson.cases) {
    mark.cases.push_back(
        {one.name, name_of(one.kind), "not reached", 0, one.points, ""});
  }
  const auto end = [&](const std::string& state, const std::string& reason) {
    mark.state = state;
    mark.reason = reason;
    return mark;
  };
  if (found == nullptr) return end("no file", "there is no exercise.cu");
  if (!found->refusal.empty()) return end("refused", found->refusal);
  const auto splice = splice_region(kit.exercise, found->text);
  if (splice.differs_at > 0) {
    notes.push_back(fmt::format(
        "{}: line {} lies outside of the region and differs from the course's; "
        "it was not used",
        lesson.name, splice.differs_at));
  }
  if (splice.assembly && !lesson.device_region) {
    notes.push_back(lesson.name +
                    ": the region has inline assembly, which in host code can "
                    "reach around the check; look at it");
  }
  if (!splice.refusal.empty()) return end("refused", splice.refusal);
  try {
    const Workshop shop{place, kit, grading, isolation, slot, {}};
    shop.furnish(splice.text);
    const auto made =
        lesson.device_region ? build_device(shop) : build_host(shop);
    if (made.program.empty()) {
      mark.text = made.text;
      return end(made.state, made.reason);
    }
    const auto verdict = judge_enclosed(shop, grading, made.program, false);
    mark_cases(lesson, verdict, mark);
    mark.text = words_for(shop, verdict, false);
    bool passed = verdict.passed;
    if (grading.gpu) {
      const auto real = judge_enclosed(shop, grading, made.program, true);
      mark_gpu_cases(real, mark);
      mark.text += "\nOn the GPU:\n" + words_for(shop, real, true);
      passed &= real.passed;
    }
    mark.state = passed ? "passed" : "failed";
  } catch (const Stop& stop) {
    for (auto& one : mark.cases) one.score = 0;
    return end("not graded", stop.sentence);
  }
  return mark;
}

}  // namespace learn
