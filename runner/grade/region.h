// SPDX-License-Identifier: MIT
// The region of an exercise: takes it out of a student's file and puts it into
// the teacher's. Reads the text as a compiler's first phases do, to refuse a
// region that reaches beyond its marks.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace learn {

/// One file, cut at its marks. The lines of the marks belong to `before` and
/// `after`.
struct Marked {
  std::string before, region, after;
};

/// Cuts `text`; nothing unless each mark stands alone on exactly one line, in
/// order.
std::optional<Marked> cut_at_marks(std::string_view text);

/// How far a region's braces reach: the deepest close below its start, 0 or
/// less, and what is open at its end.
struct Braces {
  int lowest = 0, end = 0;
  friend bool operator==(const Braces&, const Braces&) = default;
};

/// What a look at a region's tokens gives.
struct RegionLook {
  Braces braces;
  std::string refusal;  // why it cannot be taken; "" when it can
};

/// Looks at comments, literals, splices and directives as the compiler does.
RegionLook look_at_region(std::string_view region);

/// The include lines that are the student's where they stand above the region:
/// headers of the toolkit that a right answer may need.
std::span<const std::string_view> lines_taken();

/// The teacher's file with the student's region.
struct Splice {
  std::string text;     // lines taken, then the whole file; "" when refused
  std::string refusal;  // a sentence; "" when all is well
  int differs_at = 0;   // first line outside of the region that differs, or 0
};

/// `teacher` must have its marks (the lesson contract checks that).
Splice splice_region(std::string_view teacher, std::string_view student);

}  // namespace learn
