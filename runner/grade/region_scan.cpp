// SPDX-License-Identifier: MIT
// The tokens of a region; see region_scan.h. Directives are in directives.cpp.
#include "runner/grade/region_scan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runner/grade/scanner.h"

namespace learn {
namespace {

constexpr std::string_view kPlain = "{}[]()<>:;.,?*+-/^&|~!=%#\"'";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Alphabets of people; none of the signs that some programs take for blanks
/// or for ends of lines.
bool is_letter_of_any(uint32_t code) {
  return (code >= 0xc0 && code <= 0x2ff && code != 0xd7 && code != 0xf7) ||
         (code >= 0x370 && code < 0x1680) || (code > 0x1810 && code < 0x2000) ||
         (code >= 0x3041 && code < 0xd800) || (code >= 0xf900 && code < 0xfb00);
}

constexpr std::string_view kClosing = ")]}", kOpening = "([{";

}  // namespace

std::string without_carriage_returns(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r') {
      const auto next = text.find_first_not_of('\r', i);
      if (next != std::string_view::npos && text[next] == '\n') continue;
    }
    result += text[i];
  }
  return result;
}

void Nesting::open(char bracket) { opened_ += bracket; }

bool Nesting::close(char bracket) {
  const char partner = kOpening[kClosing.find(bracket)];
  if (opened_.empty() && bracket == '}') {
    ++closed_;
    return true;
  }
  if (opened_.empty() || opened_.back() != partner) return false;
  opened_.pop_back();
  return true;
}

bool Nesting::braces_alone() const {
  return opened_.find_first_not_of('{') == std::string::npos;
}

size_t Scanner::splice_at(size_t at) const {
  if (at >= text_.size() || text_[at] != '\\') return 0;
  const auto next = text_.find_first_not_of(" \t\f\v", at + 1);
  if (next == std::string_view::npos || text_[next] != '\n') return 0;
  return next + 1 - at;
}

/// Joined lines, from here on.
void Scanner::skip_splices() {
  while (const auto length = splice_at(at_)) {
    at_ += length;
    ++owed_;
  }
}

char Scanner::peek(size_t ahead) const {
  auto at = at_;
  for (;; ++at, --ahead) {
    while (const auto length = splice_at(at)) at += length;
    if (at >= text_.size()) return '\0';
    if (ahead == 0) return text_[at];
  }
}

char Scanner::next() {
  skip_splices();
  if (at_ >= text_.size()) return '\0';
  const char c = text_[at_++];
  skip_splices();
  return c;
}

bool Scanner::here(std::string_view word) const {
  for (size_t i = 0; i < word.size(); ++i) {
    if (peek(i) != word[i]) return false;
  }
  return true;
}

void Scanner::end_line() {
  write('\n');
  for (; owed_ > 0; --owed_) write('\n');
}

void Scanner::refuse(std::string why) {
  if (found_.refusal.empty()) found_.refusal = std::move(why);
}

Scan Scanner::look() {
  skip_splices();
  while (at_ < text_.size() && going()) step();
  if (going() && !groups_.empty()) refuse("an #if has no #endif");
  if (going() && !nesting_.braces_alone()) {
    refuse("a parenthesis or a bracket is not closed");
  }
  for (; owed_ > 0; --owed_) write('\n');
  found_.braces.end = nesting_.end();
  return std::move(found_);
}

void Scanner::step() {
  const char c = peek();
  if (c == '\n') {
    next();
    end_line();
    fresh_line_ = true;
  } else if (c == ' ' || c == '\t' || c == '\f' || c == '\v') {
    next();
    write(c == '\t' ? '\t' : ' ');
  } else if (here("//")) {
    line_comment();
  } else if (here("/*")) {
    block_comment();
  } else if (c == '#') {
    if (!fresh_line_) {
      return refuse("it has a # that begins no line");
    }
    directive();
  } else {
    fresh_line_ = false;
    token(c);
  }
}

/// Blanks in its place, so that what follows keeps its column.
void Scanner::line_comment() {
  while (peek() != '\n' && at_ < text_.size()) {
    if (peek() == '\r') return refuse("it has a carriage return in a line");
    next();
  }
}

void Scanner::block_comment() {
  next(), next();
  write(' '), write(' ');
  while (at_ < text_.size() && !here("*/")) {
    const char c = next();
    if (c == '\r') return refuse("it has a carriage return in a line");
    // In a directive the line goes on.
    if (c == '\n' && in_directive_) {
      ++owed_;
    } else {
      write(c == '\n' || c == '\t' ? c : ' ');
    }
  }
  if (at_ >= text_.size()) return refuse("a comment has no end");
  next(), next();
  write(' '), write(' ');
}

void Scanner::token(char c) {
  constexpr std::string_view kDigraphs[] = {
      "<%",   "%>",   ":>",   "%:",   "?\?=", "?\?/", "?\?'",
      "?\?(", "?\?)", "?\?!", "?\?<", "?\?>", "?\?-"};
  for (const auto one : kDigraphs) {
    if (here(one)) return refuse("it spells a sign in an old way (a digraph)");
  }
  // <:: is a < and a ::, unless a : or a > follows.
  if (here("<:") && !(peek(2) == ':' && peek(3) != ':' && peek(3) != '>')) {
    return refuse("it spells a sign in an old way (a digraph)");
  }
  if (c == '"' || c == '\'') return literal(c);
  if (letter_here() > 0) return word();
  if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
  if (kPlain.find(c) == std::string_view::npos || c == '\0') {
    return refuse_sign(c);
  }
  bracket(c);
  write(next());
}

void Scanner::refuse_sign(char c) {
  if (c > ' ' && c <= '~') {
    refuse(std::string("it has a `") + c + "` outside of texts and comments");
  } else if (static_cast<unsigned char>(c) >= 0x80) {
    refuse("it has a sign that is no letter outside of texts and comments");
  } else if (c == '\r') {
    refuse("it has a carriage return in a line");
  } else {
    refuse("it has a control character");
  }
}

void Scanner::bracket(char c) {
  if (kOpening.find(c) != std::string_view::npos) nesting_.open(c);
  if (kClosing.find(c) == std::string_view::npos) return;
  if (!nesting_.close(c)) {
    refuse(c == '}' ? "a brace closes while a parenthesis is open"
                    : "a parenthesis or a bracket closes what is not open");
  }
  found_.braces.lowest = std::min(found_.braces.lowest, nesting_.lowest());
}

/// Bytes of the letter that stands here; 0: there is none.
size_t Scanner::letter_here() const {
  const char c = peek();
  const bool plain =
      (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  if (plain) return 1;
  const auto lead = static_cast<unsigned char>(c);
  if (lead < 0xc2 || lead > 0xef) return 0;
  const size_t length = lead < 0xe0 ? 2 : 3;
  uint32_t code = lead & (length == 2 ? 0x1fu : 0x0fu);
  for (size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(peek(i));
    if ((byte & 0xc0u) != 0x80) return 0;
    code = code << 6 | (byte & 0x3fu);
  }
  return is_letter_of_any(code) ? length : 0;
}

std::string Scanner::take_word() {
  std::string name;
  while (at_ < text_.size()) {
    const size_t length = is_digit(peek()) ? 1 : letter_here();
    if (length == 0) break;
    for (size_t i = 0; i < length; ++i) name += next();
  }
  return name;
}

void Scanner::word() {
  const auto name = take_word();
  write(name);
  found_.names.insert(name);
  constexpr std::string_view kRefused[] = {"_Pragma", "__pragma",
                                           "__has_include", "__has_embed",
                                           "__has_include_next"};
  if (std::find(std::begin(kRefused), std::end(kRefused), name) !=
      std::end(kRefused)) {
    return refuse("it uses " + name);
  }
  if (name.ends_with('R') && peek() == '"') {
    refuse("it has a raw string literal");
  }
}

void Scanner::literal(char quote) {
  write(next());
  while (at_ < text_.size() && peek() != '\n') {
    if (here("?\?/")) return refuse("it has a trigraph");
    const char c = next();
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < ' ' && c != '\t') || byte == 0x7f) return refuse_sign(c);
    write(c);
    if (c == quote) return;
    if (c == '\\' && peek() != '\n' && at_ < text_.size()) write(next());
  }
  refuse("a text or a character between quotes has no end");
}

/// Preprocessing number: 1'000, 0x1p-3f, 1.5e+3.
void Scanner::number() {
  char last = next();
  write(last);
  while (at_ < text_.size()) {
    const char c = peek();
    const bool sign =
        (c == '+' || c == '-') &&
        std::string_view("eEpP").find(last) != std::string_view::npos;
    const bool mark = c == '\'' && is_hex_digit(last) && is_hex_digit(peek(1));
    const bool plain = is_digit(c) || c == '.' || (letter_here() == 1);
    if (!plain && !sign && !mark) break;
    last = next();
    write(last);
  }
  if (peek() == '\'') refuse("a number ends in a quote");
}

Scan scan_text(std::string_view text, const ScanRules& rules) {
  const auto plain = without_carriage_returns(text);
  return Scanner(plain, rules).look();
}

}  // namespace learn
