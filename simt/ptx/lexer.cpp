// SPDX-License-Identifier: MIT
// The shapes of PTX ISA chapter 4: words, numbers, strings, comments.
#include "simt/ptx/lexer.h"

namespace simt::ptx {
namespace {

// Not <cctype>: those functions follow the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) ||
         c == '_' || c == '$';
}
bool is_word_start(char c, char following) {
  if (c == '%') return is_word_char(following);
  return is_word_char(c) && !is_digit(c);
}

}  // namespace

bool Lexer::skip_comment() {
  if (at(position_ + 1) == '/') {
    while (position_ < text_.size() && text_[position_] != '\n') ++position_;
    return true;
  }
  const size_t end = text_.find("*/", position_ + 2);
  if (end == std::string_view::npos) return false;
  for (; position_ < end; ++position_) {
    if (text_[position_] == '\n') {
      ++line_;
      line_start_ = position_ + 1;
    }
  }
  position_ = end + 2;
  return true;
}

bool Lexer::skip_blanks() {
  for (; position_ < text_.size();) {
    const char c = text_[position_];
    if (c == '\n') {
      ++line_;
      line_start_ = ++position_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++position_;
    } else if (c == '/' &&
               (at(position_ + 1) == '/' || at(position_ + 1) == '*')) {
      if (!skip_comment()) return false;
    } else {
      break;
    }
  }
  return true;
}

void Lexer::lex_word(Token& token) {
  const size_t begin = position_++;
  while (is_word_char(at(position_))) ++position_;
  token.kind = Token::Kind::kWord;
  token.text = text_.substr(begin, position_ - begin);
}

void Lexer::lex_dot_word(Token& token) {
  const size_t begin = ++position_;
  while (true) {
    while (is_word_char(at(position_))) ++position_;
    const bool more = at(position_) == ':' && at(position_ + 1) == ':' &&
                      is_word_char(at(position_ + 2));
    if (!more) break;
    position_ += 2;
  }
  token.kind = Token::Kind::kDotWord;
  token.text = text_.substr(begin, position_ - begin);
}

void Lexer::lex_number(Token& token) {
  const size_t begin = position_;
  const char mark = static_cast<char>(at(begin + 1) | 0x20);
  const bool bits = at(begin) == '0' && (mark == 'f' || mark == 'd');
  while (is_word_char(at(position_))) ++position_;
  token.kind = bits ? Token::Kind::kFloat : Token::Kind::kInteger;
  const bool plain = !bits && !(at(begin) == '0' && mark == 'x');
  if (plain && at(position_) == '.' && is_digit(at(position_ + 1))) {
    token.kind = Token::Kind::kFloat;
    ++position_;
    while (is_word_char(at(position_))) ++position_;
  }
  const bool exponent = (text_[position_ - 1] | 0x20) == 'e' && plain;
  if (exponent) {
    token.kind = Token::Kind::kFloat;
    if (at(position_) == '+' || at(position_) == '-') ++position_;
    while (is_digit(at(position_))) ++position_;
  }
  token.text = text_.substr(begin, position_ - begin);
}

void Lexer::lex_string(Token& token) {
  const size_t begin = ++position_;
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '\n') break;
    if (c == '\\' && at(position_ + 1) != '\n') {
      ++position_;
    } else if (c == '"') {
      token.kind = Token::Kind::kString;
      token.text = text_.substr(begin, position_++ - begin);
      return;
    }
  }
  token.kind = Token::Kind::kBad;
  token.text = "a string is not closed on its line";
}

Token Lexer::next() {
  Token token;
  const bool closed = skip_blanks();
  token.line = line_;
  token.column = static_cast<int>(position_ - line_start_) + 1;
  const char c = at(position_);
  if (!closed) {
    token.kind = Token::Kind::kBad;
    token.text = "a comment is not closed";
  } else if (c == '\0') {
    token.kind = Token::Kind::kEnd;
  } else if (is_word_start(c, at(position_ + 1))) {
    lex_word(token);
  } else if (c == '.' && is_word_char(at(position_ + 1))) {
    lex_dot_word(token);
  } else if (is_digit(c)) {
    lex_number(token);
  } else if (c == '"') {
    lex_string(token);
  } else {
    token.kind = Token::Kind::kPunct;
    token.text = text_.substr(position_++, 1);
  }
  return token;
}

}  // namespace simt::ptx
