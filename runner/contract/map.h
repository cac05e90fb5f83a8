// SPDX-License-Identifier: MIT
// docs/course/map.md: the lessons and what needs what, from lesson.toml.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/contract/contract.h"
#include "runner/lesson/lesson.h"

namespace learn {

/// What stands between the marks of the page: a graph (Mermaid), then a table
/// for each part. `lessons` in teaching order; a need that is no lesson stands
/// in the table, but has no arrow.
std::string map_of(const std::vector<Lesson>& lessons);

/// `page` with the map of `lessons` between its marks; nothing when the page
/// has no marks.
std::optional<std::string> page_with_map(const std::string& page,
                                         const std::vector<Lesson>& lessons);

/// Compares docs/course/map.md with the lessons; `update` rewrites the lines
/// between `<!-- map-begin -->` and `<!-- map-end -->`.
void check_map(const Place& place, bool update, Complaints& complaints);

}  // namespace learn
