// SPDX-License-Identifier: MIT
// Pages (Markdown) for a terminal, and the hints of a lesson's page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runner/lesson/lesson.h"

namespace learn {

/// One <details> of the section Hints: the question that it shows first, and
/// what opens below it.
struct Hint {
  std::string question;
  std::string text;  // as for_terminal gives it
};

/// In the page's order; none in an exam. Throws Stop when README.md is
/// missing or a <details> has no summary or no end.
std::vector<Hint> read_hints(const Place& place, const Lesson& lesson);

/// The page as plain text: marks for tools are left out, code is indented,
/// links keep their words. `colour` makes headings bold.
std::string for_terminal(std::string_view markdown, bool colour);

}  // namespace learn
