// SPDX-License-Identifier: MIT
// A check and the list of lessons as JSON, for editors. docs/editors.md names
// every key.
#pragma once

#include <string>
#include <vector>

#include "runner/command/check.h"

namespace learn {

/// One thing to show beside a line of a source file.
struct Message {
  std::string severity;      // "error", "warning" or "note"
  std::string name;          // of a diagnostic or the compiler's; or ""
  std::string file;          // relative to the course; "" when no file is meant
  int line = 0, column = 0;  // from 1; 0: not known
  std::string text;

  bool operator==(const Message&) const = default;
};

/// The compiler's errors, by its own lines: `path(12): error: text`,
/// `path:12:3: error: text`, with `#` a number of a diagnostic between. What
/// has no such form is left out.
std::vector<Message> compiler_messages(const std::string& shown);

/// All that a check found: the compiler's errors, or the first assertion of
/// each case that failed and the emulator's findings.
std::vector<Message> messages_of(const Place& place, const Lesson& lesson,
                                 const Checked& checked);

/// One object, with its newline.
std::string check_json(const Place& place, const Lesson& lesson,
                       const Checked& checked);
/// All lessons, with its newline.
std::string list_json(const Place& place);

}  // namespace learn
