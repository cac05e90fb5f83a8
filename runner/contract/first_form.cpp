// SPDX-License-Identifier: MIT
// The form of pages that were not written anew yet.
#include <fmt/format.h>

#include <string>

#include "runner/base/text_file.h"
#include "runner/contract/page_forms.h"

namespace learn {
namespace {

std::string needs_line(const Lesson& lesson) {
  return fmt::format("Needs: {}. About {} minutes.", needs_of(lesson),
                     lesson.minutes);
}

}  // namespace

void check_first_form(const PageText& page) {
  const auto& lesson = page.lesson;
  std::string before;  // everything above the first section
  for (size_t i = 1; i < page.next_section(0); ++i) {
    before += page.lines[i] + "\n";
  }
  if (squeeze(before).find(lesson.goal) == std::string::npos) {
    page.complain(1,
                  "the goal of lesson.toml must stand above ## Idea, word for "
                  "word");
  }
  if (squeeze(before).find(needs_line(lesson)) == std::string::npos) {
    page.complain(
        1, fmt::format("above ## Idea must stand `{}`", needs_line(lesson)));
  }
  std::vector<std::string> names{"Idea", "Example", "Task", "Check"};
  if (lesson.kind != "exam") names.emplace_back("Hints");
  names.insert(names.end(), {"Afterwards", "Sources"});
  page.check_sections(names);
  if (lesson.kind != "exam" && page.hints() == 0) {
    page.complain(1, "each hint stands folded in <details>");
  }
}

}  // namespace learn
