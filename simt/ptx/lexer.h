// SPDX-License-Identifier: MIT
// Cuts PTX text into tokens, one at a time. Knows the shape of words, not
// their meaning.
#pragma once

#include <string_view>

namespace simt::ptx {

struct Token {
  enum class Kind {
    kEnd,      // end of the text, or a NUL byte
    kWord,     // name or opcode: `ld`, `%r5`, `$L__BB0_2`, `_`
    kDotWord,  // `.global`, `.shared::cta`; text has no leading dot
    kInteger,  // `12`, `0x1F`, `7U`
    kFloat,    // `0f3F800000`, `0d...`, `1.5`
    kString,   // text without the quotes
    kPunct,    // one character
    kBad,      // text that is no token; `text` says why
  };
  Kind kind = Kind::kEnd;
  std::string_view text;  // points into the PTX text
  int line = 1;           // 1-based
  int column = 1;         // 1-based, in bytes
};

class Lexer {
 public:
  /// `text` must outlive the lexer and every token.
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; kEnd for ever at the end.
  Token next();

 private:
  bool skip_blanks();  // false: a comment is not closed
  bool skip_comment();
  char at(size_t position) const {
    return position < text_.size() ? text_[position] : '\0';
  }
  void lex_word(Token& token);
  void lex_dot_word(Token& token);
  void lex_number(Token& token);
  void lex_string(Token& token);

  std::string_view text_;
  size_t position_ = 0;
  size_t line_start_ = 0;
  int line_ = 1;
};

}  // namespace simt::ptx
