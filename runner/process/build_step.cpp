// SPDX-License-Identifier: MIT
// Calls cmake --build and keeps the first errors that nvcc, gcc or the linker
// print. Without one the source is not at fault, and the output's last lines
// are shown.
#include "runner/process/build_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/base/tools.h"
#include "runner/process/build_lock.h"
#include "runner/process/process.h"

namespace learn {
namespace {

constexpr size_t kErrorLines = 12;  // of the compiler's text
constexpr size_t kLongestLine = 400;
constexpr size_t kTailLines = 20;  // where no error is recognised
constexpr double kBuildSeconds = 280;
constexpr double kFirstSeconds = 1800;  // with the emulator, on one slow core

bool starts_error(const std::string& line) {
  // Words of nvcc's parts, of gcc and of its assembler.
  return match(line, R"(.+(\(\d+\)|:\d+(:\d+)?): )"
                     R"((fatal |catastrophic |internal |internal compiler )?)"
                     R"([Ee]rror.*)") ||
         line.rfind("nvcc error", 0) == 0 ||
         line.rfind("At end of source: error", 0) == 0 ||  // a brace is open
         line.find("undefined reference to") != std::string::npos ||
         line.find("multiple definition of") != std::string::npos ||
         line.rfind("nvcc fatal", 0) == 0 || line.rfind("ptxas ", 0) == 0;
}

bool is_noise(const std::string& line) {
  constexpr const char* kSums =
      R"(\d+ errors? detected in .*|ninja: .*|gmake.*|make.*|FAILED: .*)";
  return line.empty() || match(line, kSums) || line.front() == '[' ||
         line.find("collect2:") != std::string::npos;
}

bool has_emulator(const Place& place) {
  return fs::exists(place.emulator() / "libcudart.so.13");
}

std::string last_lines(const std::string& text, size_t count) {
  auto lines = split_lines(text);
  if (lines.size() > count) {
    lines.erase(lines.begin(), lines.end() - static_cast<long>(count));
  }
  return join_lines(lines);
}

}  // namespace

std::string first_errors(const Place& place, const std::string& output) {
  std::vector<std::string> kept;
  bool inside = false;
  for (auto& line : split_lines(place.relative(output))) {
    // Compilers show the line of the source, however long it is; patterns take
    // as much of the stack as a line has letters.
    if (line.size() > kLongestLine) {
      line.resize(kLongestLine);
      line += " ...";
    }
    inside = !is_noise(line) && (inside || starts_error(line));
    if (!inside || trim(line).empty()) continue;
    if (kept.size() == kErrorLines) {
      kept.emplace_back("(more errors follow; the first ones matter most)");
      break;
    }
    kept.push_back(line);
  }
  return join_lines(kept);
}

BuildEnd end_of_build(const Place& place, const Outcome& outcome,
                      const Limits& limits) {
  using Limit = Outcome::Limit;
  BuildEnd end;
  if (outcome.end == Outcome::End::kTimedOut || outcome.limit == Limit::kTime) {
    end.reason =
        fmt::format("the compiler did not end within {:.0f} s", limits.seconds);
  } else if (outcome.limit == Limit::kMemory) {
    end.reason = fmt::format("the compiler needed more than {} MB of memory",
                             limits.memory >> 20);
  } else if (outcome.end == Outcome::End::kSignalled) {
    end.reason = "the compiler was stopped: " + signal_name(outcome.code);
  }
  const auto output = outcome.out.text() + outcome.err.text();
  end.text = first_errors(place, output);
  end.reports = !end.text.empty();
  // Words that we do not know are better than none.
  if (!end.reports) end.text = last_lines(place.relative(output), kTailLines);
  if (trim(end.text).empty()) end.text.clear();
  return end;
}

Build build_target(const Place& place, const std::string& target) {
  return build_targets(place, {target});
}

std::string first_build_note(const Place& place) {
  if (has_emulator(place)) return {};
  return "The emulator is built first: a minute or two, once.\n";
}

Build build_to_run(const Place& place, const std::string& target) {
  if (has_emulator(place)) return build_target(place, target);
  return build_targets(place, {target, "cudart", "former_cudart"});
}

Build build_targets(const Place& place,
                    const std::vector<std::string>& targets) {
  const BuildLock lock(place);
  Limits limits;
  limits.seconds = has_emulator(place) ? kBuildSeconds : kFirstSeconds;
  limits.small = false;
  limits.kept_output = 1 << 20;
  Command command{{tools().cmake, "--build", place.build.string(), "--parallel",
                   "4", "--target"},
                  {},
                  place.root};
  command.argv.insert(command.argv.end(), targets.begin(), targets.end());
  const auto outcome = run_limited(command, limits);
  Build build;
  build.ok = outcome.ok();
  if (build.ok) return build;
  const auto end = end_of_build(place, outcome, limits);
  const bool late = outcome.end == Outcome::End::kTimedOut;
  build.source_at_fault = late || end.reports;
  build.shown = late ? end.reason + "\n" : end.text;
  return build;
}

Build require_built(const Place& place, const std::string& target) {
  if (!fs::exists(place.build / "lessons" / target)) {
    throw Stop{fmt::format("{} is not built. Type: ./learn test {}", target,
                           target.substr(0, target.find('.')))};
  }
  Build build;
  build.ok = true;
  return build;
}

}  // namespace learn
