// SPDX-License-Identifier: MIT
// The part of the contract about quoted text: marked blocks of README.md
// equal the files and the real output that they quote.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "runner/base/pattern.h"
#include "runner/base/scratch.h"
#include "runner/base/stop.h"
#include "runner/base/text_file.h"
#include "runner/contract/contract.h"
#include "runner/contract/marked.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"

namespace learn {
namespace {

/// A fenced block and the mark above it; indices into the page's lines.
struct Block {
  std::string kind;           // "code", "output" or "": no mark
  std::string argument;       // what follows "code: "
  std::string language;       // what follows the fence
  size_t mark = 0;            // line of the mark
  size_t begin = 0, end = 0;  // the lines between the fences: [begin, end)
};

std::vector<Block> find_blocks(const std::vector<std::string>& lines) {
  std::vector<Block> blocks;
  Block next;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto line = trim(lines[i]);
    if (const auto mark = match(line, "<!-- (code|output): (.+) -->")) {
      next.kind = (*mark)[1];
      next.argument = (*mark)[2];
      next.mark = i;
      continue;
    }
    if (line.rfind("```", 0) != 0) {
      if (!line.empty()) next = {};
      continue;
    }
    next.language = line.substr(3);
    next.begin = next.end = i + 1;
    while (next.end < lines.size() && trim(lines[next.end]) != "```") {
      ++next.end;
    }
    i = next.end;
    blocks.push_back(next);
    next = {};
  }
  return blocks;
}

std::vector<std::string> quoted_file(const Place& place, const fs::path& folder,
                                     const std::string& argument) {
  const auto hash = argument.find('#');
  const auto name = argument.substr(0, hash);
  auto path = folder / name;
  if (!fs::exists(path)) path = place.root / name;
  if (!fs::exists(path)) throw Stop{"there is no file " + name};
  auto lines = split_lines(read_text(path));
  if (hash == std::string::npos) return lines;
  const auto region = argument.substr(hash + 1);
  std::vector<std::string> inside;
  bool open = false;
  bool closed = false;
  for (const auto& line : lines) {
    if (trim(line) == "// " + region + "-end") {
      closed = open;
      open = false;
    }
    if (open) inside.push_back(line);
    if (trim(line) == "// " + region + "-begin") open = true;
  }
  if (!closed) {
    throw Stop{fmt::format("{} has no region from // {}-begin to // {}-end",
                           name, region, region)};
  }
  return dedent(inside);
}

/// A file of the build folder; a lesson's program is built first, or must be.
std::string in_build(const Place& place, const fs::path& file, bool built) {
  if (file.parent_path() == "lessons") {
    const auto target = file.filename().string();
    const auto build =
        built ? require_built(place, target) : build_target(place, target);
    if (!build.ok)
      throw Stop{file.string() + " does not build:\n" + build.shown};
  }
  return (place.build / file).string();
}

std::vector<std::string> real_output(const Place& place,
                                     const std::string& argument, bool built) {
  std::istringstream words(argument);
  std::string program, verb;
  words >> program >> verb;
  if (program != "./learn" ||
      (verb != "run" && verb != "check" && verb != "emulate")) {
    throw Stop{
        fmt::format("`{}` is not ./learn run, check or emulate", argument)};
  }
  Command command;
  command.argv = {fs::read_symlink("/proc/self/exe").string(),
                  "--root",
                  place.root.string(),
                  "--build",
                  place.build.string(),
                  verb};
  for (std::string word; words >> word;) {
    if (word.rfind("build/", 0) == 0)
      word = in_build(place, word.substr(6), built);
    command.argv.push_back(word);
  }
  if (built && verb != "emulate") command.argv.emplace_back("--built");
  command.folder = place.root;
  const ScratchFolder scratch;  // a check here is no learner's progress
  command.environment = {{"NO_COLOR", "1"},
                         {"LOCKSTEP_STATE", scratch.path() / "state.json"}};
  Limits limits;
  limits.seconds = 400;
  limits.small = false;
  limits.kept_output = 1 << 20;
  const auto outcome = run_limited(command, limits);
  if (outcome.exit_code() > 1) {
    throw Stop{fmt::format("`{}` ended with exit status {}:\n{}", argument,
                           outcome.exit_code(), outcome.err.text())};
  }
  return split_lines(outcome.out.text() + outcome.err.text());
}

/// True when `shown` equals `real`; a shown "..." stands for any lines.
bool matches(const std::vector<std::string>& shown, size_t i,
             const std::vector<std::string>& real, size_t j) {
  for (; i < shown.size(); ++i, ++j) {
    if (shown[i] == "...") {
      for (; j <= real.size(); ++j) {
        if (matches(shown, i + 1, real, j)) return true;
      }
      return false;
    }
    if (j >= real.size() || shown[i] != real[j]) return false;
  }
  return j == real.size();
}

/// True when a block has lines, and each of them stands for others.
bool shows_nothing(const std::vector<std::string>& shown) {
  return !shown.empty() &&
         std::all_of(shown.begin(), shown.end(),
                     [](const std::string& line) { return line == "..."; });
}

std::string first_difference(const std::vector<std::string>& shown,
                             const std::vector<std::string>& real) {
  const auto at =
      std::mismatch(shown.begin(), shown.end(), real.begin(), real.end());
  const auto text = [](auto place, const auto& lines) {
    return place == lines.end() ? std::string("(the end)") : "`" + *place + "`";
  };
  return fmt::format("shows {} where it is {}", text(at.first, shown),
                     text(at.second, real));
}

/// The marked blocks of a page. `name` is what `./learn dev text` takes for
/// it; in a lesson every block of code needs a mark.
void check_blocks(const Place& place, const fs::path& path,
                  const std::string& name, bool is_lesson, bool update,
                  bool built, Complaints& complaints) {
  const auto file = place.shown(path);
  auto lines = split_lines(read_text(path));
  const auto blocks = find_blocks(lines);
  bool changed = false;
  // From the end, so that a rewritten block does not move those above it.
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    const auto complain = [&](const std::string& what) {
      complaints.errors.insert(
          complaints.errors.begin(),
          fmt::format("{}:{}: {}", file, block->begin, what));
    };
    if (block->kind.empty()) {
      const auto& language = block->language;
      if (is_lesson &&
          (language == "cpp" || language == "cuda" || language == "c++")) {
        complain("a block of code needs <!-- code: FILE#REGION --> above it");
      }
      continue;
    }
    const auto begin = lines.begin() + static_cast<long>(block->begin);
    const auto end = lines.begin() + static_cast<long>(block->end);
    const std::vector<std::string> shown(begin, end);
    const bool elided = block->kind == "output" && !shows_nothing(shown);
    if (block->kind == "output" && !elided && !update) {
      complain(
          fmt::format("the block {} shows no line of it; type ./learn dev "
                      "text {} --update",
                      block->argument, name));
      continue;
    }
    std::vector<std::string> real;
    try {
      real = block->kind == "code"
                 ? quoted_file(place, path.parent_path(), block->argument)
                 : real_output(place, block->argument, built);
    } catch (const Stop& stop) {
      complain(stop.sentence);
      continue;
    }
    if (elided ? matches(shown, 0, real, 0) : shown == real) continue;
    if (!update) {
      complain(
          fmt::format("the block {}: {}; type ./learn dev text {} "
                      "--update",
                      block->argument, first_difference(shown, real), name));
      continue;
    }
    lines.erase(begin, end);
    lines.insert(lines.begin() + static_cast<long>(block->begin), real.begin(),
                 real.end());
    changed = true;
  }
  if (changed) write_text(path, join_lines(lines));
}

}  // namespace

void check_text(const Place& place, const Lesson& lesson, bool update,
                Complaints& complaints, bool built) {
  const auto path = lesson.folder(place) / "README.md";
  auto lines = split_lines(read_text(path));
  MarkedPage page{place.shown(path), lesson.number, update, lines, complaints};
  keep_judged(page, lesson);
  keep_ask(place, page, lesson);
  keep_times(place, page);
  if (page.changed) write_text(path, join_lines(lines));
  check_blocks(place, path, lesson.number, true, update, built, complaints);
}

void check_page_text(const Place& place, const std::string& page, bool update,
                     Complaints& complaints, bool built) {
  check_blocks(place, place.root / page, page, false, update, built,
               complaints);
}

}  // namespace learn
