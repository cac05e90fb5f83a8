// SPDX-License-Identifier: MIT
// Steps over tokens; words the errors.
#include "simt/ptx/cursor.h"

#include "simt/ptx/constant.h"

namespace simt::ptx {
namespace {

std::string describe(const Token& token) {
  std::string dotted = ".";
  dotted += token.text;
  switch (token.kind) {
    case Token::Kind::kDotWord:
      return quoted(dotted);
    case Token::Kind::kEnd:
      return "the end of the text";
    case Token::Kind::kString:
      return "a string";
    default:
      return quoted(token.text);
  }
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr size_t kMaxShown = 80;
  std::string result = "`";
  for (const char c : text.substr(0, kMaxShown)) {
    result += c >= ' ' && c <= '~' ? c : '?';
  }
  return result += text.size() > kMaxShown ? "...`" : "`";
}

Cursor::Cursor(std::string_view text) : lexer_(text) {
  token_ = lexer_.next();
  ahead_ = lexer_.next();
}

Token Cursor::take() {
  // Else a loop that reads over unknown tokens would never end here.
  if (at(Token::Kind::kBad)) fail(std::string(token_.text));
  const Token taken = token_;
  token_ = ahead_;
  ahead_ = lexer_.next();
  return taken;
}

bool Cursor::accept(char punct) {
  if (!at(punct)) return false;
  take();
  return true;
}

bool Cursor::accept_dot(std::string_view word) {
  if (!at_dot(word)) return false;
  take();
  return true;
}

void Cursor::expect(char punct) {
  if (!accept(punct)) fail_expected(quoted({&punct, 1}));
}

Token Cursor::expect(Token::Kind kind, const char* what) {
  if (token_.kind != kind) fail_expected(what);
  return take();
}

int Cursor::expect_count(const char* what) {
  const Token number = expect(Token::Kind::kInteger, what);
  uint64_t value = 0;
  if (!integer_from(number.text, value) || value > 0x7fffffff) {
    fail(std::string("the number is too large for ") + what, number);
  }
  return static_cast<int>(value);
}

void Cursor::fail(const std::string& message) const { fail(message, token_); }

void Cursor::fail(const std::string& message, const Token& where) const {
  throw SyntaxError{{where.line, where.column, message}};
}

void Cursor::fail_expected(const std::string& what) const {
  if (at(Token::Kind::kBad)) fail(std::string(token_.text));
  fail("expected " + what + ", found " + describe(token_));
}

}  // namespace simt::ptx
