// SPDX-License-Identifier: MIT
// What students get of a page and of a lesson.toml: nothing that was made from
// an answer. Texts alone; knows no files and no course.
#pragma once

#include <string>

namespace learn {

/// The page of an exam up to its heading "## Afterwards", which keeps one
/// sentence: what follows compares answers. Throws Stop, naming `file`, when
/// the page has no such heading, since then nothing says where the sheet ends.
std::string exam_sheet(const std::string& file, const std::string& page);

/// A lesson.toml without [[picture.panel]] and without what [picture] says of
/// the program: a panel quotes the lines that it draws, and some are lines of
/// the answer. All other keys stay, the picture's words among them.
std::string toml_for_students(const std::string& toml);

}  // namespace learn
