// SPDX-License-Identifier: MIT
// Runs each tool for its version. What a check needs is found or MISSING; what
// a check can do without may be absent.
#include "runner/command/doctor.h"

#include <fmt/format.h>

#include <string>

#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/grade/isolation.h"
#include "runner/lesson/lesson.h"
#include "runner/process/process.h"

namespace learn {
namespace {

/// One line of the report; remembers whether something needed was missing.
class Findings {
 public:
  void found(const std::string& what, const std::string& detail) {
    fmt::print("  found    {:<18}  {}\n", what, detail);
  }
  void missing(const std::string& what, const std::string& type) {
    fmt::print("  MISSING  {:<18}  type: {}\n", what, type);
    complete_ = false;
  }
  void absent(const std::string& what, const std::string& detail) {
    fmt::print("  absent   {:<18}  {}\n", what, detail);
  }
  bool complete() const { return complete_; }

 private:
  bool complete_ = true;
};

/// The first line that a command prints, or "" when it cannot be run.
std::string first_line(const std::vector<std::string>& argv) {
  Limits limits;
  limits.seconds = 10;
  limits.small = false;
  const auto outcome = run_limited({argv, {}, {}}, limits);
  const auto lines = split_lines(outcome.out.head);
  return outcome.ok() && !lines.empty() ? lines.front() : "";
}

void look_for(Findings& findings, const std::string& what,
              const std::vector<std::string>& argv, const std::string& type) {
  const auto line = first_line(argv);
  if (line.empty()) {
    findings.missing(what, type);
  } else {
    findings.found(what, line);
  }
}

/// Walls are for who grades; a learner's own code needs none.
void look_for_walls(Findings& findings) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const auto isolation = Isolation::find({folder.path(), {}}, true);
  if (isolation.walls()) {
    findings.found("walls", isolation.sentence());
  } else {
    findings.absent("walls", "./learn grade needs them: " + isolation.remedy());
  }
}

}  // namespace

int doctor(const Place& place) {
  Findings findings;
  look_for(findings, "CMake", {tools().cmake, "--version"}, "./learn");
  findings.found("C++ compiler", tools().cxx);
  if (fs::exists(tools().nvcc)) {
    findings.found("nvcc " + tools().nvcc_version, place.shown(tools().nvcc));
  } else {
    findings.missing("nvcc 13", "rm -rf build && ./learn");
  }
  if (fs::exists(place.emulator() / "libcudart.so.13")) {
    findings.found("emulator",
                   place.shown(place.emulator() / "libcudart.so.13"));
  } else {
    findings.missing("emulator", "./learn test");
  }
  try {
    findings.found("lessons", fmt::format("{}", read_lessons(place).size()));
  } catch (const Stop& stop) {
    findings.missing("lessons", "git status  (" + stop.sentence + ")");
  }
  const auto gpu = first_line({"nvidia-smi", "--query-gpu=name,driver_version",
                               "--format=csv,noheader"});
  if (gpu.empty()) {
    findings.absent("GPU", "none needed; checks run on the emulator");
  } else {
    findings.found("GPU", gpu + "; ./learn test --gpu uses it");
  }
  look_for_walls(findings);
  for (const auto* tool : {"clang-format", "clang-tidy", "ccache"}) {
    const auto line = first_line({tool, "--version"});
    if (line.empty()) {
      findings.absent(tool, "only ./learn test --all needs it");
    } else {
      findings.found(tool, line);
    }
  }
  fmt::print("\n{}\n", findings.complete()
                           ? "Ready. Type ./learn to go on with the course."
                           : "Type what is named above, then ./learn doctor.");
  return findings.complete() ? 0 : 2;
}

}  // namespace learn
