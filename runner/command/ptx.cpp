// SPDX-License-Identifier: MIT
// Has nvcc write PTX for the architecture that the emulator runs; runner/ptx
// reads it and sets it beside the source. Of a template only one kernel is
// shown unless a name is asked for.
#include "runner/command/ptx.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/command/learner.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"
#include "runner/ptx/side_by_side.h"

namespace learn {
namespace {

/// What the emulator runs; cmake/add_lesson.cmake builds the lesson so.
std::string architecture_of(const Lesson& lesson) {
  return fmt::format("compute_{}", lesson.arch);
}

constexpr double kCompilerSeconds = 280;

int columns_of_stdout() {
  winsize size{};
  const bool known = isatty(STDOUT_FILENO) != 0 &&
                     ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  return known && size.ws_col > 0 ? size.ws_col : 80;
}

/// What nvcc printed when it failed is left in `outcome`.
std::string compiled(const Place& place, const Lesson& lesson,
                     const fs::path& source, Outcome& outcome) {
  const ScratchFolder scratch;
  const auto file = scratch.path() / "kernels.ptx";
  Limits limits;
  limits.seconds = kCompilerSeconds;
  limits.small = false;
  outcome = run_limited(
      {{tools().nvcc, "-ptx", "-lineinfo", "-O3", "-std=c++17",
        "-arch=" + architecture_of(lesson), "-I" + place.root.string(),
        "-I" + lesson.folder(place).string(), source.string(), "-o",
        file.string()},
       {},
       place.root},
      limits);
  if (outcome.end == Outcome::End::kNotStarted) {
    throw Stop{"nvcc cannot be started. Type ./learn doctor"};
  }
  return outcome.ok() ? read_text(file) : "";
}

/// One kernel of each template unless `part` of a name was asked for.
std::vector<PtxKernel> chosen(const std::vector<PtxKernel>& all,
                              const std::string& part) {
  std::vector<PtxKernel> some;
  std::vector<std::string> names;
  for (const auto& kernel : all) {
    names.push_back("  " + kernel.name);
    const bool wanted = part.empty()
                            ? std::none_of(some.begin(), some.end(),
                                           [&](const PtxKernel& one) {
                                             return one.base() == kernel.base();
                                           })
                            : kernel.name.find(part) != std::string::npos;
    if (wanted) some.push_back(kernel);
  }
  if (some.empty()) {
    throw Stop{names.empty()
                   ? "it has no kernel"
                   : fmt::format("no kernel's name has `{}` in it; there are\n"
                                 "{}",
                                 part, fmt::join(names, "\n"))};
  }
  return some;
}

/// Other kernels of the same template, which were not shown.
std::string siblings(const PtxKernel& shown, const std::vector<PtxKernel>& all,
                     const std::string& part) {
  std::string text;
  for (const auto& kernel : all) {
    if (!part.empty() || kernel.base() != shown.base()) continue;
    if (kernel.name != shown.name) text += "  " + kernel.name + "\n";
  }
  return text.empty() ? text
                      : "\nThe same template is compiled as well as\n" + text +
                            "--kernel with a part of such a name shows one.\n";
}

}  // namespace

int show_ptx(const Place& place, const Lesson& lesson,
             const PtxOptions& options) {
  const auto source = options.solution ? lesson.answers(place) / "solution.cu"
                                       : lesson.folder(place) / "exercise.cu";
  if (!fs::exists(source)) throw Stop{"there is no " + place.shown(source)};
  Outcome outcome;
  const auto ptx = compiled(place, lesson, source, outcome);
  if (ptx.empty()) {
    const auto errors =
        first_errors(place, outcome.out.text() + outcome.err.text());
    if (errors.empty()) {
      throw Stop{"nvcc failed:\n" + outcome.err.text() + "Type ./learn doctor"};
    }
    fmt::print("{} does not compile yet:\n\n{}", place.shown(source), errors);
    return 1;
  }
  Sheet sheet;
  sheet.columns = options.width != 0 ? options.width : columns_of_stdout();
  sheet.colour = stdout_in_colour();
  sheet.lines_of = [](const std::string& file) {
    return split_lines(read_text(file));
  };
  sheet.name_of = [&](const std::string& file) { return place.shown(file); };
  const auto all = read_ptx(ptx, place.root.string());
  fmt::print("PTX for {}; long names are shortened\n", architecture_of(lesson));
  for (const auto& kernel : chosen(all, options.kernel)) {
    fmt::print("\n== {}\n\n{}{}", kernel.name, side_by_side(kernel, sheet),
               siblings(kernel, all, options.kernel));
  }
  return 0;
}

}  // namespace learn
