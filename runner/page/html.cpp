// SPDX-License-Identifier: MIT
// One form for text and quoted attributes. What is no UTF-8, a control
// character or a change of direction becomes U+FFFD.
#include "runner/page/html.h"

#include <cstdint>

#include "runner/base/utf8.h"

namespace learn {
namespace {

constexpr const char* kUnfit = "\xEF\xBF\xBD";  // U+FFFD

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
    const auto [length, code] = character_at(text, at);
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
