// SPDX-License-Identifier: MIT
// "How you are judged": the table of a lesson's cases, as it stands on the
// page between two marks. Inside the room only.
#pragma once

#include <string>
#include <vector>

#include "runner/contract/contract.h"

namespace learn {

constexpr const char* kJudgedMark = "<!-- judged -->";
constexpr const char* kJudgedEnd = "<!-- judged-end -->";

/// What stands between the marks, from lesson.toml alone.
std::vector<std::string> judged_lines(const Lesson& lesson);

/// Compares `lines` of the page `file` with judged_lines below each mark;
/// `update` puts them there, and the end mark where it is missing. True when
/// `lines` were changed.
bool check_judged(const Lesson& lesson, const std::string& file, bool update,
                  std::vector<std::string>& lines, Complaints& complaints);

}  // namespace learn
