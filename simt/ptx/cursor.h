// SPDX-License-Identifier: MIT
// A place in the token stream with one token of look-ahead, and the only way
// out on a syntax error. Knows no grammar.
#pragma once

#include <string>
#include <string_view>

#include "simt/ptx/lexer.h"
#include "simt/ptx/module.h"

namespace simt::ptx {

/// Thrown by Cursor::fail, caught in parse(); never leaves this room.
struct SyntaxError {
  ParseError error;
};

/// The text between back quotes, cut when a broken file made it long.
std::string quoted(std::string_view text);

class Cursor {
 public:
  explicit Cursor(std::string_view text);

  const Token& token() const { return token_; }
  const Token& ahead() const { return ahead_; }
  bool at_end() const { return token_.kind == Token::Kind::kEnd; }
  bool at(char punct) const {
    return token_.kind == Token::Kind::kPunct && token_.text[0] == punct;
  }
  bool ahead_is(char punct) const {
    return ahead_.kind == Token::Kind::kPunct && ahead_.text[0] == punct;
  }
  bool at(Token::Kind kind) const { return token_.kind == kind; }
  bool at_dot(std::string_view word) const {
    return token_.kind == Token::Kind::kDotWord && token_.text == word;
  }
  bool at_word(std::string_view word) const {
    return token_.kind == Token::Kind::kWord && token_.text == word;
  }

  /// Steps over the current token and returns it.
  Token take();
  /// Steps over it only when it is this one.
  bool accept(char punct);
  bool accept_dot(std::string_view word);
  /// As accept, but anything else is an error.
  void expect(char punct);
  Token expect(Token::Kind kind, const char* what);
  /// A small non-negative number, e.g. after `.align`.
  int expect_count(const char* what);

  /// Ends the parse with `message`, at the current token or at `where`.
  [[noreturn]] void fail(const std::string& message) const;
  [[noreturn]] void fail(const std::string& message, const Token& where) const;
  /// fail("expected WHAT, found ...").
  [[noreturn]] void fail_expected(const std::string& what) const;

 private:
  Lexer lexer_;
  Token token_, ahead_;
};

}  // namespace simt::ptx
