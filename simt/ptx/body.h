// SPDX-License-Identifier: MIT
// The blocks of a function: declarations, labels, tables and, through
// InstructionParser, instructions.
#pragma once

#include <vector>

#include "simt/ptx/cursor.h"
#include "simt/ptx/instruction.h"
#include "simt/ptx/locations.h"
#include "simt/ptx/module.h"
#include "simt/ptx/scopes.h"

namespace simt::ptx {

class BodyParser {
 public:
  /// `function` holds the head already and gets the body.
  BodyParser(Cursor& in, Locations& locations, Function& function)
      : in_(in),
        locations_(locations),
        function_(function),
        scopes_(function),
        instructions_(in, scopes_, function) {}

  /// Parses from `{` to its `}`.
  void parse();

  /// Names used in the body that no block declares and that are no parameter,
  /// table or prototype of the function.
  std::vector<Token> open_names() const;

 private:
  void parse_statement();
  void parse_directive();
  void parse_registers();
  void parse_variable();
  void parse_label();
  void parse_prototype(const Token& name);
  void parse_branch_targets(const Token& name);
  void parse_call_targets(const Token& name);

  Cursor& in_;
  Locations& locations_;
  Function& function_;
  Scopes scopes_;
  InstructionParser instructions_;
  int location_ = -1;
};

}  // namespace simt::ptx
