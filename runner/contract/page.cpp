// SPDX-License-Identifier: MIT
// The part of the contract about a lesson's README.md: its sections in
// order, and the lines that must agree with lesson.toml.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "runner/base/text_file.h"
#include "runner/contract/contract.h"

namespace learn {
namespace {

std::vector<std::string> wanted_sections(const Lesson& lesson) {
  std::vector<std::string> names{"Idea", "Example", "Task", "Check"};
  if (lesson.kind != "exam") names.emplace_back("Hints");
  names.emplace_back("Afterwards");
  names.emplace_back("Sources");
  return names;
}

std::string needs_line(const Lesson& lesson) {
  return fmt::format("Needs: {}. About {} minutes.",
                     lesson.needs.empty()
                         ? "nothing"
                         : fmt::format("{}", fmt::join(lesson.needs, ", ")),
                     lesson.minutes);
}

/// Lines outside of fenced blocks; inside ones become empty.
std::vector<std::string> prose(std::vector<std::string> lines) {
  bool fenced = false;
  for (auto& line : lines) {
    const bool fence = line.rfind("```", 0) == 0;
    if (fence) fenced = !fenced;
    if (fenced || fence) line.clear();
  }
  return lines;
}

/// How often `piece` stands in `text`.
int count_of(const std::string& text, const std::string& piece) {
  int count = 0;
  for (size_t at = text.find(piece); at != std::string::npos;
       at = text.find(piece, at + 1)) {
    ++count;
  }
  return count;
}

/// What is wrong with how the page shows the picture; "" when nothing is.
std::string picture_fault(const Lesson& lesson, const std::string& page) {
  const auto links = count_of(page, "picture.svg");
  if (!lesson.picture) {
    return links == 0 ? "" : "lesson.toml has no [picture] for picture.svg";
  }
  const auto wanted = fmt::format("![{}](picture.svg)", lesson.picture->alt);
  if (links == 1 && count_of(squeeze(page), wanted) == 1) return {};
  return fmt::format("the page must show the picture exactly once, as `{}`",
                     wanted);
}

}  // namespace

void check_page(const Place& place, const Lesson& lesson,
                Complaints& complaints) {
  const auto path = lesson.folder(place) / "README.md";
  const auto file = place.shown(path);
  if (!fs::exists(path)) return;  // check_files says so
  const auto lines = prose(split_lines(read_text(path)));
  const auto complain = [&](size_t line, const std::string& what) {
    complaints.errors.push_back(fmt::format("{}:{}: {}", file, line, what));
  };

  const auto title = "# " + lesson.heading();
  if (lines.empty() || lines[0] != title) {
    complain(1, fmt::format("the first line must be `{}`", title));
  }
  std::string before;  // everything above the first section
  std::vector<std::string> found;
  bool folded = false;  // a <details> under Hints
  for (size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].rfind("## ", 0) == 0) found.push_back(lines[i].substr(3));
    if (found.empty()) before += lines[i] + "\n";
    folded |= !found.empty() && found.back() == "Hints" &&
              lines[i].find("<details>") != std::string::npos;
  }
  if (squeeze(before).find(lesson.goal) == std::string::npos) {
    complain(1,
             "the goal of lesson.toml must stand above ## Idea, word for "
             "word");
  }
  if (squeeze(before).find(needs_line(lesson)) == std::string::npos) {
    complain(1,
             fmt::format("above ## Idea must stand `{}`", needs_line(lesson)));
  }
  if (const auto fault = picture_fault(lesson, join_lines(lines));
      !fault.empty()) {
    complain(1, fault);
  }
  const auto wanted = wanted_sections(lesson);
  if (found != wanted) {
    complain(1, fmt::format("the sections must be {}; they are {}",
                            fmt::join(wanted, ", "), fmt::join(found, ", ")));
  }
  if (lesson.kind != "exam" && !folded) {
    complain(1, "each hint stands folded in <details>");
  }
}

}  // namespace learn
