// SPDX-License-Identifier: MIT
#include "runner/page/html.h"

#include <cstdint>

namespace learn {
namespace {

constexpr const char* kUnfit = "\xEF\xBF\xBD";  // U+FFFD

/// How many bytes the UTF-8 character at `at` has, and which one it is; 0
/// when there is none: a wrong byte, a surrogate, a longer form than needed.
size_t character_at(std::string_view text, size_t at, uint32_t& code) {
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char first = byte(at);
  const size_t length = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
  if (length == 0 || at + length > text.size()) return 0;
  code = length == 1 ? first : first & (0x7Fu >> length);
  for (size_t i = at + 1; i < at + length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < kLeast[length] || surrogate || code > 0x10FFFF) return 0;
  return length;
}

bool is_unfit(uint32_t code) {
  if (code < 0x20) return code != '\t' && code != '\n';
  return (code >= 0x7F && code < 0xA0) ||       // controls
         (code >= 0x202A && code <= 0x202E) ||  // embedding, override
         (code >= 0x2066 && code <= 0x2069);    // isolates
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    uint32_t code = 0;
    const size_t length = character_at(text, at, code);
    if (length == 0 || is_unfit(code)) {
      out += kUnfit;
    } else if (code == '&') {
      out += "&amp;";
    } else if (code == '<') {
      out += "&lt;";
    } else if (code == '>') {
      out += "&gt;";
    } else if (code == '"') {
      out += "&quot;";
    } else if (code == '\'') {
      out += "&#39;";
    } else {
      out += text.substr(at, length);
    }
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string escape_html(std::string_view text, size_t most) {
  if (text.size() <= most) return escape_html(text);
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;  // between characters
  return escape_html(text.substr(0, most)) + " ...";
}

}  // namespace learn
