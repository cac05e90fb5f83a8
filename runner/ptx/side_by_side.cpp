// SPDX-License-Identifier: MIT
// Two columns on a wide terminal, PTX below its line on a narrow one. A long
// gap of lines without PTX is left out; PTX without a line comes last.
#include "runner/ptx/side_by_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace learn {
namespace {

constexpr int kWide = 120;
constexpr int kLongGap = 4;  // source lines without PTX that are still shown
constexpr int kMark = 7;     // "barrier", "shuffle"
constexpr int kPtx = 60;     // columns that PTX needs at most beside source
constexpr int kNumber = 4;   // of a source line

/// `text` in pieces of at most `columns` letters.
std::vector<std::string> pieces(const std::string& text, size_t columns) {
  std::vector<std::string> all;
  for (size_t at = 0; at < text.size() || at == 0; at += columns) {
    all.push_back(text.substr(at, columns));
  }
  return all;
}

std::string marked(const std::string& mark, bool colour) {
  const auto padded = fmt::format("{:<{}}", mark, kMark);
  return colour && !mark.empty() ? "\033[1m" + padded + "\033[0m" : padded;
}

/// The PTX of one source line, each piece with its mark's column before it.
std::vector<std::string> right_side(const std::vector<const PtxLine*>& lines,
                                    size_t columns, bool colour) {
  std::vector<std::string> rows;
  const auto room = columns - kMark - 1;
  for (const auto* line : lines) {
    bool first = true;
    for (const auto& piece : pieces(line->text, room)) {
      rows.push_back(marked(first ? line->mark : "", colour) + " " + piece);
      first = false;
    }
  }
  return rows;
}

std::string without_end_blanks(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

/// One source line and its PTX; `number` 0 for what has no line.
std::string block(int number, const std::string& source,
                  const std::vector<const PtxLine*>& ptx, const Sheet& sheet) {
  const auto all = static_cast<size_t>(sheet.columns);
  const auto label = number == 0 ? std::string(kNumber, ' ')
                                 : fmt::format("{:>{}}", number, kNumber);
  const bool wide = sheet.columns >= kWide;
  const size_t below = all - kNumber - 3;  // where nothing stands beside it
  const size_t right = wide ? std::min<size_t>(below / 2, kPtx) : below;
  const size_t left = wide ? below - right - 3 : below;
  const auto sources = pieces(source, left);
  const auto rows = right_side(ptx, right, sheet.colour);
  std::string text;
  const auto count = wide ? std::max(sources.size(), rows.size()) : 0;
  for (size_t i = 0; i < count; ++i) {
    text += without_end_blanks(fmt::format(
                "{} | {:<{}} | {}", i == 0 ? label : std::string(kNumber, ' '),
                i < sources.size() ? sources[i] : "", left,
                i < rows.size() ? rows[i] : "")) +
            "\n";
  }
  if (wide) return text;
  for (size_t i = 0; i < sources.size(); ++i) {
    text += without_end_blanks((i == 0 ? label : std::string(kNumber, ' ')) +
                               " | " + sources[i]) +
            "\n";
  }
  for (const auto& row : rows) {
    text += without_end_blanks(std::string(kNumber + 3, ' ') + row) + "\n";
  }
  return text;
}

using ByLine = std::map<int, std::vector<const PtxLine*>>;

std::string file_part(const std::string& file, const ByLine& by_line,
                      const Sheet& sheet) {
  const auto source = sheet.lines_of(file);
  const auto text_of = [&](int number) {
    const auto i = static_cast<size_t>(number) - 1;
    return i < source.size() ? source[i] : std::string();
  };
  auto text = sheet.name_of(file) + "\n";
  int next = by_line.begin()->first;
  for (const auto& [number, ptx] : by_line) {
    const int gap = number - next;
    if (gap > kLongGap) {
      text += fmt::format("{} . {} lines without PTX\n",
                          std::string(kNumber, ' '), gap);
    } else {
      for (; next < number; ++next) {
        text += block(next, text_of(next), {}, sheet);
      }
    }
    text += block(number, text_of(number), ptx, sheet);
    next = number + 1;
  }
  return text;
}

}  // namespace

std::string side_by_side(const PtxKernel& kernel, const Sheet& sheet) {
  std::map<std::string, ByLine> files;
  std::vector<const PtxLine*> nowhere;
  std::vector<std::string> order;  // as they first appear
  for (const auto& line : kernel.lines) {
    if (line.file.empty()) {
      nowhere.push_back(&line);
      continue;
    }
    if (files.count(line.file) == 0) order.push_back(line.file);
    files[line.file][line.line].push_back(&line);
  }
  std::string text;
  for (const auto& file : order) {
    text += (text.empty() ? "" : "\n") + file_part(file, files[file], sheet);
  }
  if (!nowhere.empty()) {
    text +=
        "\nin CUDA's headers, or of no line\n" + block(0, "", nowhere, sheet);
  }
  return text;
}

}  // namespace learn
