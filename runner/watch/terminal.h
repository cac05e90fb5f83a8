// SPDX-License-Identifier: MIT
// The terminal while the watch mode has it: keys one by one, a second screen,
// and everything as it was at the end, however that comes. Knows no lesson.
#pragma once

#include <string>
#include <vector>

namespace learn {

struct TerminalSize {
  int columns = 80, rows = 24;
};

/// Whether stdin and stdout are a terminal that understands cursor moves.
bool on_a_terminal();

/// One at a time. SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP and SIGWINCH
/// arrive as numbers on `signals()`; a crash puts the terminal back first.
class Terminal {
 public:
  /// Throws Stop when the terminal cannot be set.
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  TerminalSize size() const;
  /// Each line is at most `size().columns` wide; all rows below are cleared.
  void draw(const std::vector<std::string>& lines) const;
  /// What was typed and not read yet. False at the end of the input.
  bool read_keys(std::string& keys) const;
  /// A file descriptor: one byte for each signal that came.
  int signals() const;
  /// Gives the terminal back, stops this process until it is continued (as
  /// Ctrl-Z does), and takes the terminal again.
  void suspend() const;
};

}  // namespace learn
