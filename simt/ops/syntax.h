// SPDX-License-Identifier: MIT
// A row's syntax line taken apart: which modifiers, which operands. Knows
// nothing of handlers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "simt/ops/form.h"

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
    kTexture,   // [a;b]: a texture object or tensor map, and coordinates
    kVector,    // {d}
    kFragment,  // <d>: a matrix's registers, in braces or a single one
    kList,      // (a): arguments of a call
    kLabel,     // label
    kTable,     // table: of branch targets
  };
  /// Where the type of the operand is written.
  enum class Width : uint8_t {
    kMain,    // nowhere: Form::type
    kDouble,  // w: twice that
    kSecond,  // 2: Form::type2
    kFixed,   // u32, pred, ...
  };
  Kind kind = Kind::kPlain;
  std::string_view name;         // "d", "a", ... ; of a pair its first part
  std::string_view second;       // of a pair: "p"
  std::string_view type;         // after the colon: "u32", "w", "2", "pred"
  std::string_view values;       // after `=`: an immediate that is one of these
  uint64_t below = 0;            // after `<`: an immediate must be; 0: any
  bool optional = false;         // may be missing
  bool second_optional = false;  // d{|p}: the second part may be missing
  bool wider = false;            // `~`: a register may be wider than the type
  size_t least = 0;              // [a;2b]: fewest coordinates
  bool ranked = false;           // [a;nb]: Form::rank coordinates
  /// Whether it names a part of the register (d.sel).
  enum class Select : uint8_t { kNever, kMay, kMust };
  Select select = Select::kNever;
  bool minus = false;  // -a: may have a sign
  Width width = Width::kMain;
  ptx::Type fixed = ptx::Type::kNone;  // kFixed

  char letter() const { return name.empty() ? '\0' : name.front(); }
  /// The operand's type in an instruction of this form.
  ptx::Type type_in(const Form& form) const;
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
