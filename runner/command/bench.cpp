// SPDX-License-Identifier: MIT
// Compiles a program of bench/ with the exercise included in it, for the GPU
// that is here, and runs it with the real runtime. A source says by kMark that
// it can take an exercise.
#include "runner/command/bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/check/judge.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"

namespace learn {
namespace {

constexpr double kSeconds = 280;
// What a program in bench/ asks for when it can take an exercise.
constexpr const char* kMark = "#ifdef LOCKSTEP_EXERCISE";

void require_gpu(const Lesson& lesson) {
  Limits limits;
  limits.seconds = 20;
  limits.small = false;
  const auto outcome = run_limited({{"nvidia-smi", "-L"}, {}, {}}, limits);
  if (outcome.ok() && outcome.out.head.rfind("GPU ", 0) == 0) return;
  throw Stop{fmt::format(
      "there is no GPU here, and a time on the emulator says nothing about "
      "one. ./learn check {} counts what a GPU would do",
      lesson.number)};
}

Outcome compile(const Place& place, const Lesson& lesson,
                const fs::path& source, const fs::path& program) {
  const auto exercise = lesson.folder(place) / "exercise.cu";
  Limits limits;
  limits.seconds = kSeconds;
  limits.small = false;
  return run_limited(
      {{tools().nvcc, "-O3", "-std=c++17",
        lesson.arch == "90a" ? "--generate-code=arch=compute_90a,code=sm_90a"
                             : "-arch=native",
        "-cudart", "shared", "-I" + place.root.string(),
        "-I" + lesson.folder(place).string(),
        fmt::format("-DLOCKSTEP_EXERCISE=\"{}\"", exercise.string()),
        source.string(), "-lcublas", "-lcusparse", "-o", program.string()},
       {},
       place.root},
      limits);
}

/// Why it was not compiled; 1 when the exercise is to blame.
int explain_compiler(const Place& place, const Lesson& lesson,
                     const Outcome& outcome) {
  const auto output = outcome.out.text() + outcome.err.text();
  const auto errors = first_errors(place, output);
  const auto exercise = place.shown(lesson.folder(place) / "exercise.cu");
  if (errors.find(exercise) == std::string::npos) {
    throw Stop{
        "the bench was not built. It needs the whole CUDA Toolkit, with "
        "cuBLAS and CUB:\n" +
        place.relative(output)};
  }
  fmt::print("{} does not compile yet:\n\n{}", exercise, errors);
  return 1;
}

}  // namespace

fs::path bench_source(const Place& place, const Lesson& lesson) {
  std::vector<std::string> numbers;
  fs::path found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(place.root / "bench", none)) {
    if (entry.path().extension() != ".cu") continue;
    if (read_text(entry.path()).find(kMark) == std::string::npos) continue;
    const auto name = entry.path().stem().string();
    numbers.push_back(name.substr(0, name.find('_')));
    if (numbers.back() == lesson.number) found = entry.path();
  }
  if (!found.empty()) return found;
  std::sort(numbers.begin(), numbers.end());
  throw Stop{
      numbers.empty()
          ? "this course came without bench/, so there is nothing to time with"
          : fmt::format(
                "no bench takes an exercise of lesson {}; these lessons have "
                "one: {}",
                lesson.number, fmt::join(numbers, ", "))};
}

int bench(const Place& place, const Lesson& lesson) {
  const auto source = bench_source(place, lesson);
  require_gpu(lesson);
  const ScratchFolder scratch;
  const auto program = scratch.path() / "bench";
  const auto outcome = compile(place, lesson, source, program);
  if (!outcome.ok()) return explain_compiler(place, lesson, outcome);
  auto command = check_command(place, "", true);
  command.argv = {program.string()};
  Limits limits;
  limits.seconds = kSeconds;
  limits.small = false;
  const auto run = run_limited(command, limits);
  fmt::print("{}", run.out.text());
  std::fflush(stdout);
  fmt::print(stderr, "{}", run.err.text());
  if (run.end == Outcome::End::kTimedOut) {
    fmt::print("It did not end within {:.0f} s.\n", kSeconds);
    return 1;
  }
  if (run.end == Outcome::End::kSignalled) {
    fmt::print("It ended with {}.\n", signal_name(run.code));
  }
  return run.ok() ? 0 : 1;
}

}  // namespace learn
