// SPDX-License-Identifier: MIT
// Builds the explorers, then starts book/make.py, which asks this program for
// step views.
#include "runner/command/book.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "runner/base/stop.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"

namespace learn {
namespace {

/// This program, as a shell would start it for this copy.
std::string own_command(const Place& place) {
  return fmt::format("'{}' --root '{}' --build '{}'",
                     fs::read_symlink("/proc/self/exe").string(),
                     place.root.string(), place.build.string());
}

void build_explorers(const Place& place) {
  if (!fs::exists(place.root / "book/explorers/lessons.txt")) return;
  const auto build = build_target(place, "explorers");
  if (!build.ok)
    throw Stop{"the explorers could not be built:\n" + build.shown};
}

}  // namespace

int book(const Place& place, const BookOptions& options) {
  const auto make = place.root / "book/make.py";
  if (!fs::exists(make))
    throw Stop{"this copy has no book/, from which the book is made"};
  build_explorers(place);
  std::vector<std::string> words{"python3", make.string(),
                                 "--learn", own_command(place),
                                 "--build", place.build.string()};
  if (!options.output.empty())
    words.insert(words.end(), {"-o", fs::absolute(options.output).string()});
  if (!options.language.empty())
    words.insert(words.end(), {"--language", options.language});
  if (options.teacher) words.push_back("--teacher");
  if (options.steps) words.push_back("--steps");
  return run_open({words, {}, place.root}).exit_code();
}

}  // namespace learn
