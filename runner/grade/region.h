// SPDX-License-Identifier: MIT
// The region of an exercise: takes it out of a student's file and puts it into
// the teacher's, written anew by region_scan.h, which refuses a region that
// reaches beyond its marks.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "runner/grade/region_scan.h"

namespace learn {

/// One file, cut at its marks. The lines of the marks belong to `before` and
/// `after`.
struct Marked {
  std::string before, region, after;
};

/// Cuts `text`; nothing unless each mark stands alone on exactly one line, in
/// order.
std::optional<Marked> cut_at_marks(std::string_view text);

/// The teacher's file with the student's region.
struct Splice {
  std::string text;     // include lines, then the whole file; "" when refused
  std::string refusal;  // a sentence; "" when all is well
  int differs_at = 0;   // first line outside of the region that differs, or 0
  int begin = 0, end = 0;  // lines of `text`: the region's first, and behind it
};

/// `teacher` must have its marks (the lesson contract checks that). Include
/// lines above the region are the student's where `header` takes what they
/// name.
Splice splice_region(std::string_view teacher, std::string_view student,
                     const HeaderTest& header);

}  // namespace learn
