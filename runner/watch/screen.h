// SPDX-License-Identifier: MIT
// What the watch mode shows, as lines of text. Pure: reads and runs nothing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runner/watch/terminal.h"

namespace learn {

struct View {
  enum class Phase { kChecking, kRunning, kPassed, kFailed, kStopped };
  Phase phase = Phase::kChecking;
  std::string heading;  // "13 Bank conflicts"
  std::string goal;     // one sentence
  std::string text;     // what the check printed; may hold anything
  std::string next;     // the next thing to do, one sentence
  std::string keys;     // "h hint  n next ..."
  int solved = 0, lessons = 0, points = 0, all_points = 0;
  size_t scroll = 0;  // rows of `text` above the first one shown
};

/// The whole screen: `size.rows` lines of at most `size.columns` columns
/// (escape sequences not counted). A window below 40 x 10 gets one sentence.
/// `text` is made harmless: control characters become question marks. Colour
/// stands beside a word, never for one.
std::vector<std::string> screen_of(const View& view, TerminalSize size,
                                   bool colour);

/// How many rows of `text` fit, and how many there are.
struct Rows {
  size_t fit = 0, all = 0;
  /// The greatest `scroll` that still fills the room.
  size_t most() const { return all > fit ? all - fit : 0; }
};
Rows text_rows(const View& view, TerminalSize size);

/// Whether the terminal's language (LC_ALL, LC_CTYPE, LANG) is UTF-8.
bool shows_blocks();
/// `text` with its block characters as ASCII, for terminals without UTF-8.
std::string without_blocks(std::string text);

}  // namespace learn
