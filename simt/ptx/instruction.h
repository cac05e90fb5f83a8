// SPDX-License-Identifier: MIT
// One instruction: `@%p1 ld.global.v2.f32 {%f1, %f2}, [%rd1+8];`. Knows no
// opcode, but that `bra` names a label.
#pragma once

#include <vector>

#include "simt/ptx/cursor.h"
#include "simt/ptx/module.h"
#include "simt/ptx/scopes.h"

namespace simt::ptx {

class InstructionParser {
 public:
  InstructionParser(Cursor& in, Scopes& scopes, Function& function)
      : in_(in), scopes_(scopes), function_(function) {}

  /// Parses up to and with the `;` and adds it to the function's body.
  void parse(int location);

  /// Symbols that are not declared in the function, in order of use.
  const std::vector<Token>& open_names() const { return open_names_; }

 private:
  int parse_guard(bool& negated);
  Operand parse_argument();
  Operand parse_operand(int depth);
  Operand parse_single(int depth);
  Operand parse_name(const Token& name);
  Operand parse_address(int depth);
  Operand parse_group(char close, Operand::Kind kind, int depth);
  Operand parse_number();
  Operand parse_float(bool negative);
  void parse_target();

  Cursor& in_;
  Scopes& scopes_;
  Function& function_;
  std::vector<Token> open_names_;
};

}  // namespace simt::ptx
