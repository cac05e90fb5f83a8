// SPDX-License-Identifier: MIT
// The part of the contract about a lesson's README.md: its sections in
// order, and the lines that must agree with lesson.toml.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "runner/base/text_file.h"
#include "runner/contract/contract.h"
#include "runner/contract/page_forms.h"

namespace learn {
namespace {

constexpr size_t kMostLines = 180;

/// Empties the lines of fenced blocks. Returns how many lines the others are.
size_t leave_prose(std::vector<std::string>& lines) {
  bool fenced = false;
  size_t others = 0;
  for (auto& line : lines) {
    const bool fence = line.rfind("```", 0) == 0;
    if (fence) fenced = !fenced;
    if (fenced || fence) {
      line.clear();
    } else {
      ++others;
    }
  }
  return others;
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

/// In pixels, from the file's first line; 0 when there is no picture.
double height_of(const fs::path& picture) {
  if (!fs::exists(picture)) return 0;  // check_picture says so
  constexpr std::string_view kKey = " height=\"";
  const auto text = read_text(picture);
  const auto at = text.find(kKey);
  return at == std::string::npos ? 0
                                 : std::atof(text.c_str() + at + kKey.size());
}

}  // namespace

std::string needs_of(const Lesson& lesson) {
  if (lesson.needs.empty()) return "nothing";
  return fmt::format("{}", fmt::join(lesson.needs, ", "));
}

size_t PageText::section(const std::string& name) const {
  return std::find(lines.begin(), lines.end(), "## " + name) - lines.begin();
}

size_t PageText::next_section(size_t line) const {
  for (++line; line < lines.size(); ++line) {
    if (lines[line].rfind("## ", 0) == 0) return line;
  }
  return lines.size();
}

void PageText::check_sections(const std::vector<std::string>& wanted) const {
  std::vector<std::string> found;
  for (auto i = next_section(0); i < lines.size(); i = next_section(i)) {
    found.push_back(lines[i].substr(3));
  }
  if (found == wanted) return;
  complain(1, fmt::format("the sections must be {}; they are {}",
                          fmt::join(wanted, ", "), fmt::join(found, ", ")));
}

int PageText::hints() const {
  int count = 0;
  const auto begin = section("Hints");
  for (auto i = begin; i < next_section(begin); ++i) {
    count += count_of(lines[i], "<details>");
  }
  return count;
}

void check_page(const Place& place, const Lesson& lesson,
                Complaints& complaints) {
  const auto path = lesson.folder(place) / "README.md";
  const auto file = place.shown(path);
  if (!fs::exists(path)) return;  // check_files says so
  auto lines = split_lines(read_text(path));
  // Quoted code and output do not count: they are as long as they are.
  const size_t written = leave_prose(lines);
  if (written > kMostLines) {
    complaints.warnings.push_back(
        fmt::format("{}: {} lines outside of fenced blocks; it should have {} "
                    "at most",
                    file, written, kMostLines));
  }
  const PageText page{
      lesson, std::move(lines), [&](size_t line, const std::string& what) {
        complaints.errors.push_back(fmt::format("{}:{}: {}", file, line, what));
      }};
  const auto title = "# " + lesson.heading();
  if (page.lines.empty() || page.lines[0] != title) {
    page.complain(1, fmt::format("the first line must be `{}`", title));
  }
  if (const auto fault = picture_fault(lesson, join_lines(page.lines));
      !fault.empty()) {
    page.complain(1, fault);
  }
  if (has_present_form(page)) {
    check_present_form(page, height_of(lesson.folder(place) / "picture.svg"));
  } else {
    check_first_form(page);
  }
}

}  // namespace learn
