// SPDX-License-Identifier: MIT
// Makes new parts of a PTX program: instructions from the rows of simt/ops,
// operands of wanted types, edge values. Mostly well formed.
#pragma once

#include <vector>

#include "simt/ptx/module.h"
#include "tests/fuzz/dice.h"

namespace fuzz {

/// Fills one function of one module.
class Generator {
 public:
  Generator(simt::ptx::Module& module, simt::ptx::Function& function,
            Dice& dice)
      : module_(module), f_(function), dice_(dice) {}

  /// A register as wide as `type`, a new one when there is none or by chance;
  /// kPred only gives predicates.
  int reg(simt::ptx::Type type);
  simt::ptx::Operand reg_operand(simt::ptx::Type type);
  /// Something to read of that width: a register, a number, a special one.
  simt::ptx::Operand source(simt::ptx::Type type);
  /// `[base+offset]` in that space.
  simt::ptx::Operand address(simt::ptx::Space space);
  /// An instruction of any row.
  simt::ptx::Instruction instruction();
  /// A variable of the function, space .shared, .local or .param; its index.
  int variable(simt::ptx::Space space);
  /// A call of a function of the module with its parameters before and its
  /// results behind; empty when there is no function to call.
  std::vector<simt::ptx::Instruction> call();
  /// Any register, label-free and well formed.
  void guard(simt::ptx::Instruction& instruction);
  int target();

 private:
  simt::ptx::Module& module_;
  simt::ptx::Function& f_;
  Dice& dice_;
};

}  // namespace fuzz
