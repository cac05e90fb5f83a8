// SPDX-License-Identifier: MIT
// The marks that --into keeps, a file for each student. What the machine is to
// blame for is not kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/base/place.h"
#include "runner/grade/result.h"

namespace learn {

/// The file name that a student's mark is kept under, of at most 205 bytes:
/// letters, digits and . _ - stay, other bytes become %XX, so that no two names
/// meet. What is longer is cut, and has ~ and a hash of the whole name.
std::string mark_file(const std::string& student);

/// Whether every lesson of it was graded: the others say nothing.
bool is_graded(const Mark& mark);

/// The mark in `file`; nothing when there is none.
std::optional<Mark> kept_mark(const fs::path& file);

/// Makes `folder` unless it is there. Throws Stop when nothing can be kept in
/// it.
void open_store(const fs::path& folder);

/// The marks kept in `folder`, by the student's name. A file that is no mark
/// stands there as one that was not graded. Throws Stop when there are none.
std::vector<Mark> kept_marks(const fs::path& folder);

}  // namespace learn
