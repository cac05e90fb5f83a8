// SPDX-License-Identifier: MIT
// Lays out a fixed number of rows and breaks the text at the window's width.
// Control characters become question marks, so no text moves the cursor.
#include "runner/watch/screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runner/base/text_file.h"
#include "runner/base/utf8.h"

namespace learn {
namespace {

constexpr int kLeastColumns = 40, kLeastRows = 10;
constexpr int kAbove = 3, kBelow = 4;  // rows around the text
constexpr size_t kTab = 8;

bool continues(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

/// Columns that `text` takes; every letter counts as one.
size_t width_of(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return !continues(c); }));
}

/// The first `columns` letters of `text`.
std::string cut(const std::string& text, size_t columns) {
  size_t bytes = 0;
  for (size_t seen = 0; bytes < text.size(); ++bytes) {
    if (!continues(text[bytes]) && seen++ == columns) break;
  }
  return text.substr(0, bytes);
}

/// Bytes of the letter that begins at `at`; 0 for a control character, too.
size_t letter_at(std::string_view text, size_t at) {
  const auto [length, code] = character_at(text, at);
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  return control ? 0 : length;
}

/// Tabs as blanks; what could move the cursor as question marks.
std::string harmless(std::string_view line) {
  std::string result;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '\t') {
      do {
        result += ' ';
      } while (width_of(result) % kTab != 0);
      ++i;
      continue;
    }
    const auto bytes = letter_at(line, i);
    result += bytes == 0 ? "?" : line.substr(i, bytes);
    i += std::max<size_t>(bytes, 1);
  }
  return result;
}

/// The rows of a text that is broken where the window ends.
std::vector<std::string> rows_of(const std::string& text, size_t columns) {
  std::vector<std::string> rows;
  for (const auto& line : split_lines(text)) {
    auto rest = harmless(line);
    do {
      rows.push_back(cut(rest, columns));
      rest.erase(0, rows.back().size());
    } while (!rest.empty());
  }
  return rows;
}

const char* word_for(View::Phase phase) {
  switch (phase) {
    case View::Phase::kChecking:
      return "checking ...";
    case View::Phase::kRunning:
      return "running ...";
    case View::Phase::kPassed:
      return "passed";
    case View::Phase::kStopped:
      return "stopped";
    case View::Phase::kFailed:
      break;
  }
  return "not passed";
}

std::string painted(const std::string& text, const char* code, bool colour) {
  return colour && !text.empty() ? fmt::format("\033[{}m{}\033[0m", code, text)
                                 : text;
}

std::string painted_row(const std::string& row, bool colour) {
  const auto begins = [&](std::string_view with) {
    return row.compare(0, with.size(), with) == 0;
  };
  if (begins("  pass") || begins("Passed")) return painted(row, "32", colour);
  if (begins("  FAIL") || begins("Not passed")) {
    return painted(row, "31", colour);
  }
  if (begins("error[")) return painted(row, "1;31", colour);
  if (begins("warning[")) return painted(row, "1;33", colour);
  return row;
}

std::string title_row(const View& view, size_t columns, bool colour) {
  const std::string state = word_for(view.phase);
  const auto left = cut(harmless(view.heading), columns - state.size() - 2);
  const auto gap = columns - width_of(left) - state.size();
  const char* code = view.phase == View::Phase::kPassed   ? "32"
                     : view.phase == View::Phase::kFailed ? "31"
                                                          : "33";
  return painted(left, "1", colour) + std::string(gap, ' ') +
         painted(state, code, colour);
}

/// A line across; says so when there is more text than fits.
std::string rule_row(const View& view, const Rows& rows, size_t columns) {
  if (rows.most() == 0) return std::string(columns, '-');
  const auto first = std::min(view.scroll, rows.most());
  auto row = fmt::format("-- rows {} to {} of {}; space: on, b: back ",
                         first + 1, first + rows.fit, rows.all);
  row.resize(std::max(columns, row.size()), '-');
  return cut(row, columns);
}

std::string progress_row(const View& view, size_t columns) {
  const auto words =
      fmt::format(" {} of {} lessons, {} of {} points", view.solved,
                  view.lessons, view.points, view.all_points);
  if (columns < words.size() + 6) return cut(words.substr(1), columns);
  const auto room = columns - words.size() - 2;
  const auto all = static_cast<size_t>(std::max(1, view.lessons));
  const auto done = room * static_cast<size_t>(view.solved) / all;
  return "[" + std::string(done, '#') + std::string(room - done, '-') + "]" +
         words;
}

}  // namespace

Rows text_rows(const View& view, TerminalSize size) {
  const auto columns = static_cast<size_t>(std::max(size.columns, 1));
  return {static_cast<size_t>(std::max(size.rows - kAbove - kBelow, 1)),
          rows_of(view.text, columns).size()};
}

std::vector<std::string> screen_of(const View& view, TerminalSize size,
                                   bool colour) {
  const auto columns = static_cast<size_t>(std::max(size.columns, 1));
  const auto height = static_cast<size_t>(std::max(size.rows, 1));
  if (size.columns < kLeastColumns || size.rows < kLeastRows) {
    auto lines = rows_of(fmt::format("This window is too small: {} columns and "
                                     "{} rows at least. q quits.",
                                     kLeastColumns, kLeastRows),
                         columns);
    lines.resize(height);
    return lines;
  }
  const auto rows = text_rows(view, size);
  const auto text = rows_of(view.text, columns);
  const auto first = std::min(view.scroll, rows.most());
  std::vector<std::string> lines{title_row(view, columns, colour),
                                 cut(harmless(view.goal), columns),
                                 std::string(columns, '-')};
  for (size_t i = first; i < first + rows.fit; ++i) {
    lines.push_back(i < text.size() ? painted_row(text[i], colour) : "");
  }
  lines.push_back(rule_row(view, rows, columns));
  lines.push_back(painted(cut(harmless(view.next), columns), "1", colour));
  lines.push_back(progress_row(view, columns));
  lines.push_back(cut(view.keys, columns));
  return lines;
}

bool shows_blocks() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string language;
    for (const char* c = value; *c != '\0'; ++c)
      if (*c != '-') language += static_cast<char>(std::toupper(*c));
    return language.find("UTF8") != std::string::npos;
  }
  return false;
}

std::string without_blocks(std::string text) {
  static constexpr std::pair<std::string_view, char> kMarks[] = {
      {"█", '#'}, {"▇", '='}, {"▆", '='}, {"▅", '='}, {"▄", '='},
      {"▃", '_'}, {"▂", '_'}, {"▁", '_'}, {"░", '-'}, {"·", '.'}};
  for (const auto& [block, mark] : kMarks)
    for (auto at = text.find(block); at != std::string::npos;
         at = text.find(block, at))
      text.replace(at, block.size(), 1, mark);
  return text;
}

}  // namespace learn
