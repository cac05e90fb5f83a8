// SPDX-License-Identifier: MIT
// ANSI escapes around a text. Lines break at blanks, never between back quotes;
// widths are counted in bytes, and no UTF-8 character is cut in two.
#include "simt/report/style.h"

namespace simt::report {
namespace {

const char* code(Paint paint) {
  switch (paint) {
    case Paint::kError:
      return "\x1b[1;31m";
    case Paint::kWarning:
      return "\x1b[1;33m";
    case Paint::kGutter:
      return "\x1b[1;34m";
    case Paint::kBold:
      return "\x1b[1m";
    default:
      return "";
  }
}

/// Words; what stands between back quotes stays together.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  for (char c : text) {
    if (c == '`') quoted = !quoted;
    if (c != ' ' || quoted) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

}  // namespace

std::string painted(const std::string& text, Paint paint, bool color) {
  if (!color || paint == Paint::kPlain) return text;
  return code(paint) + text + "\x1b[0m";
}

std::vector<std::string> wrap(const std::string& text, size_t width) {
  std::vector<std::string> lines(1);
  for (const std::string& word : words_of(text)) {
    std::string& line = lines.back();
    if (line.empty()) {
      line = word;
    } else if (line.size() + 1 + word.size() <= width) {
      line += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string clipped(const std::string& text, size_t width) {
  if (text.size() <= width || width < 3) return text;
  size_t end = width - 3;
  // Do not cut a UTF-8 character in two.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    --end;
  return text.substr(0, end) + "...";
}

}  // namespace simt::report
