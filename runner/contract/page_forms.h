// SPDX-License-Identifier: MIT
// The two forms of a lesson's page (docs/lesson-contract.md), a function for
// each; page.cpp chooses. Inside the room only.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "runner/lesson/lesson.h"

namespace learn {

/// A page whose rules are looked at.
struct PageText {
  const Lesson& lesson;
  /// README.md; lines of fenced blocks are empty.
  std::vector<std::string> lines;
  /// Takes a line, from 1, and what is wrong there.
  std::function<void(size_t line, const std::string& what)> complain;

  /// Index of the line `## NAME`; lines.size() when there is none.
  size_t section(const std::string& name) const;
  /// Index of the next line `## ...` below `line`; lines.size() at the end.
  size_t next_section(size_t line) const;
  /// Complains when the page's sections are others than `wanted`.
  void check_sections(const std::vector<std::string>& wanted) const;
  /// How many lines of the section Hints open a <details>.
  int hints() const;
};

/// The numbers of the lessons that it needs, "10, 11"; or "nothing".
std::string needs_of(const Lesson& lesson);

/// True for a page of the present form: it has a section `Try it`.
bool has_present_form(const PageText& page);

/// Idea, Try it, Task, How you are judged, Hints, Afterwards, Further reading.
/// `picture_height` in pixels; 0 without a picture.
void check_present_form(const PageText& page, double picture_height);

/// Idea, Example, Task, Check, Hints, Afterwards, Sources: pages that were not
/// written anew yet.
void check_first_form(const PageText& page);

}  // namespace learn
