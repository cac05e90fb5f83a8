// SPDX-License-Identifier: MIT
// What ./learn grade would take of a file, for ./learn check: so that both say
// the same. Runs nothing.
#pragma once

#include <string>

#include "runner/base/place.h"
#include "runner/lesson/lesson.h"
#include "runner/process/build_step.h"
#include "runner/process/process.h"

namespace learn {

/// A file as it would be graded.
struct Taken {
  std::string refusal;   // why it would be refused, as a sentence; or ""
  int differs_at = 0;    // first line outside of the marks that differs, or 0
  bool unknown = false;  // nobody knows what was given: nothing was looked at
  /// The given file with the region of this one, where lines differ: each line
  /// has the number that it has in the file it comes from.
  std::string text;
};

/// `file` is a file for `lesson`. Of a lesson in the making, whose exercise has
/// no mark yet, nothing is told.
Taken as_graded(const Place& place, const Lesson& lesson, const fs::path& file);

/// Why `outcome`, of a compiler or linker that wrote into `folder`, is no
/// program: the source is at fault where ./learn grade would say so.
Build why_not_built(const Place& place, const Outcome& outcome,
                    const fs::path& folder);

/// The text of `file`, of which compilers and reports name the lines.
std::string under_own_name(const fs::path& file);

/// Builds `text` with the lesson's check as program `target`. With `built` the
/// check itself is taken as it is built. Throws Stop when the course itself is
/// at fault.
Build build_taken(const Place& place, const Lesson& lesson,
                  const std::string& target, const std::string& text,
                  bool built);

/// Builds `text` with nvcc -G, which names local variables, as `target`: with
/// the lesson's check, or, where `alone`, as a program of its own. `built` as
/// above.
Build build_with_locals(const Place& place, const Lesson& lesson,
                        const std::string& target, const std::string& text,
                        bool alone, bool built);

}  // namespace learn
