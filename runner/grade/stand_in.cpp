// SPDX-License-Identifier: MIT
// Writes a C++ source with one stub for each function that the check needs of
// the exercise. The linker gives each stub the function's mangled name
// (--defsym), so the check's objects stay as they are.
#include "runner/grade/stand_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "runner/base/demangle.h"
#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/grade/kit.h"
#include "runner/grade/object_file.h"

namespace learn {
namespace {

Outcome must_run(const Lesson& lesson, std::vector<std::string> argv) {
  const auto outcome = run_limited({std::move(argv), {}, {}}, compile_limits());
  if (outcome.ok()) return outcome;
  throw Stop{fmt::format("the check of {} cannot be built for grading:\n{}",
                         lesson.name, outcome.out.text() + outcome.err.text())};
}

/// The linker's words that give each function the body of its stand-in.
std::vector<std::string> same_symbols(
    const std::vector<ExerciseFunction>& functions, const fs::path& object) {
  const auto made = read_object(read_text(object), object.string());
  std::vector<std::string> words;
  for (size_t i = 0; i < functions.size(); ++i) {
    const auto begin = fmt::format("_ZN4simt5apart4StubILm{}E", i);
    const auto found = std::find_if(
        made.defined.begin(), made.defined.end(), [&](const std::string& one) {
          return one.starts_with(begin) && one.find("4callE") != one.npos;
        });
    if (found == made.defined.end()) {
      throw Stop{functions[i].shown + " has no stand-in for grading"};
    }
    words.push_back(
        fmt::format("-Wl,--defsym={}={}", functions[i].symbol, *found));
  }
  return words;
}

}  // namespace

std::vector<ExerciseFunction> exercise_functions(
    const std::vector<fs::path>& objects, const fs::path& exercise) {
  const auto ours = read_object(read_text(exercise), exercise.string());
  std::set<std::string> needed, defined;
  for (const auto& one : objects) {
    const auto object = read_object(read_text(one), one.string());
    needed.insert(object.needed.begin(), object.needed.end());
    defined.insert(object.defined.begin(), object.defined.end());
  }
  std::vector<ExerciseFunction> functions;
  for (const auto& symbol : needed) {
    if (ours.defined.count(symbol) == 0 || defined.count(symbol) != 0) continue;
    const auto shown = demangled(symbol);
    functions.push_back({symbol, shown, shown.substr(0, shown.find('('))});
  }
  return functions;
}

std::string stand_in_text(const Lesson& lesson,
                          const std::vector<ExerciseFunction>& functions) {
  std::string text =
      "#include \"lesson.h\"\n#include \"simt/apart/run_apart.h\"\n"
      "const simt::apart::Function simt::apart::kFunctions[] = {\n";
  for (const auto& one : functions) {
    text += fmt::format("    {{\"{}\", \"{}\"}},\n", one.symbol, one.name);
  }
  text += "};\n";
  for (size_t i = 0; i < functions.size(); ++i) {
    std::string fills;
    for (const auto& one : lesson.fills) {
      if (one.function != functions[i].name) continue;
      fills += fmt::format(", simt::apart::Fills<{}, {}>", one.pointer - 1,
                           one.count - 1);
    }
    text +=
        fmt::format("template struct simt::apart::Stub<{}, decltype({}){}>;\n",
                    i, functions[i].name, fills);
  }
  return text;
}

void build_judge(const Place& place, const Lesson& lesson,
                 const std::vector<ExerciseFunction>& functions,
                 const std::vector<fs::path>& objects, const fs::path& judge) {
  const ScratchFolder scratch;
  const auto source = scratch.path() / "stand_in.cpp";
  const auto object = scratch.path() / "stand_in.o";
  write_text(source, stand_in_text(lesson, functions));
  must_run(lesson, {tools().cxx_path, "-std=c++20", "-c",
                    "-I" + Place::of_this_build().root.string(),
                    "-I" + lesson.folder(place).string(), "-isystem",
                    (tools().cuda_root / "include").string(), source.string(),
                    "-o", object.string()});
  std::vector<std::string> argv{tools().cxx_path, "-o", judge.string()};
  for (const auto& one : objects) argv.push_back(one.string());
  argv.insert(argv.end(),
              {object.string(), (place.emulator() / "libapart_run.a").string(),
               (place.remote_emulator() / "libcudart.so.13").string(),
               "-lseccomp", "-ldl", "-lpthread"});
  for (auto& word : same_symbols(functions, object)) argv.push_back(word);
  must_run(lesson, argv);
}

}  // namespace learn
