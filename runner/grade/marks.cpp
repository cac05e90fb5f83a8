// SPDX-License-Identifier: MIT
// Splices and compiles as grading does, without walls. #line gives errors the
// line numbers of the learner's own file.
#include "runner/grade/marks.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/grade/headers.h"
#include "runner/grade/kit.h"
#include "runner/grade/machine_fault.h"
#include "runner/grade/region.h"
#include "runner/lesson/given.h"

namespace learn {
namespace {

/// `splice` with line numbers of `file`, of which `marked` are the parts.
std::string with_lines(const Splice& splice, const Marked& marked,
                       const fs::path& file) {
  const auto count = [](const std::string& text) {
    return static_cast<int>(split_lines(text).size());
  };
  const int begin = count(marked.before) + 1;
  const auto line = [&](int number) {
    return fmt::format("#line {} \"{}\"\n", number, file.string());
  };
  std::string text = line(1);
  int number = 0;
  for (const auto& one : split_lines(splice.text)) {
    if (++number == splice.begin) text += line(begin);
    if (number == splice.end) text += line(begin + count(marked.region));
    text += one + "\n";
  }
  return text;
}

/// A file with the lines that were given outside of its region: those of the
/// solution are the same, by the lesson contract.
std::optional<std::string> known_frame(const Place& place,
                                       const Lesson& lesson) {
  if (auto given = given_exercise(place, lesson)) return given;
  const auto solution = lesson.answers(place) / "solution.cu";
  if (!fs::exists(solution)) return {};
  return read_text(solution);
}

}  // namespace

Build why_not_built(const Place& place, const Outcome& outcome,
                    const fs::path& folder) {
  const auto limits = compile_limits();
  const auto end = end_of_build(place, outcome, limits);
  const auto fault = fault_of_build(outcome, limits.memory, folder);
  Build build;
  build.source_at_fault = fault.empty();
  const auto& reason = fault.empty() ? end.reason : fault;
  build.shown = (reason.empty() ? "" : reason + "\n") + end.text;
  return build;
}

Taken as_graded(const Place& place, const Lesson& lesson,
                const fs::path& file) {
  Taken taken;
  if (lesson.given.empty()) return taken;
  const auto frame = known_frame(place, lesson);
  taken.unknown = !frame;
  if (!frame) return taken;
  const auto text = read_text(file);
  const auto splice = splice_region(*frame, text, headers_for(place, lesson));
  taken.refusal = splice.refusal;
  taken.differs_at = splice.differs_at;
  if (splice.differs_at > 0 && splice.refusal.empty()) {
    taken.text = with_lines(splice, *cut_at_marks(text), file);
  }
  return taken;
}

namespace {

Build build_as(const Place& place, const Kit& kit, const std::string& target,
               const std::string& text) {
  const ScratchFolder scratch;
  const auto source = scratch.path() / "exercise.cu";
  const auto object = scratch.path() / "exercise.o";
  write_text(source, text);
  Command compile{{tools().nvcc}, {}, scratch.path()};
  auto& words = compile.argv;
  words.insert(words.end(), kit.options.begin(), kit.options.end());
  words.insert(words.end(), {"-c", source.string(), "-o", object.string()});
  const auto compiled = run_limited(compile, compile_limits());
  if (!compiled.ok()) {
    return why_not_built(place, compiled, scratch.path());
  }

  Command link{
      {tools().cxx_path, "-o", place.program(target).string()}, {}, {}};
  for (const auto& one : kit.objects) link.argv.push_back(one.string());
  link.argv.insert(
      link.argv.end(),
      {object.string(), (place.emulator() / "libcudart.so.13").string(), "-ldl",
       "-lpthread", "-lrt"});
  const auto linked = run_limited(link, compile_limits());
  if (!linked.ok()) return why_not_built(place, linked, scratch.path());
  Build build;
  build.ok = true;
  return build;
}

}  // namespace

std::string under_own_name(const fs::path& file) {
  return fmt::format("#line 1 \"{}\"\n{}", file.string(), read_text(file));
}

Build build_taken(const Place& place, const Lesson& lesson,
                  const std::string& target, const std::string& text,
                  bool built) {
  if (!built) prepare_course(place, {lesson});
  Kit kit;
  kit.lesson = lesson;
  read_parts(place, kit);
  return build_as(place, kit, target, text);
}

Build build_with_locals(const Place& place, const Lesson& lesson,
                        const std::string& target, const std::string& text,
                        bool alone, bool built) {
  if (!built) prepare_course(place, {lesson});
  Kit kit;
  kit.lesson = lesson;
  read_parts(place, kit);
  // -G has its own lines, and other warnings.
  std::erase_if(kit.options, [](const std::string& option) {
    return option == "-lineinfo" || option.starts_with("-Werror");
  });
  kit.options.emplace_back("-G");
  if (alone) kit.objects.clear();
  return build_as(place, kit, target, text);
}

}  // namespace learn
