// SPDX-License-Identifier: MIT
// A row's syntax line taken apart: which modifiers, which operands. Knows
// nothing of handlers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace simt::ops {

/// One modifier of a syntax line: a word, or the name of a class of words.
struct SyntaxWord {
  std::string_view text;  // "ftz", "rnd", "type"
  bool optional = false;
};

/// One operand of a syntax line.
struct SyntaxOperand {
  enum class Kind : uint8_t {
    kPlain,     // d or b:u32
    kPair,      // d|p
    kAddress,   // [a]
    kTexture,   // [a;b]: a texture object and its coordinates
    kVector,    // {d}
    kFragment,  // <d>: a matrix's registers, in braces or a single one
    kList,      // (a): arguments of a call
    kLabel,     // label
  };
  Kind kind = Kind::kPlain;
  std::string_view name;         // "d", "a", ... ; of a pair its first part
  std::string_view second;       // of a pair: "p"
  std::string_view type;         // after the colon: "u32", "w", "2", "pred"
  bool optional = false;         // may be missing
  bool second_optional = false;  // d{|p}: the second part may be missing
};

/// A whole line; views point into the text that was parsed.
struct Syntax {
  std::string_view opcode;
  std::vector<SyntaxWord> words;
  std::vector<SyntaxOperand> operands;
};

/// Takes a row's syntax line apart (the grammar stands at ops::Op). The text
/// must outlive the result.
Syntax parse_syntax(std::string_view line);

/// The modifiers that a class word of a syntax line stands for ("rnd"), each
/// between blanks; empty when there is no such class.
std::string_view words_of(std::string_view name);

}  // namespace simt::ops
