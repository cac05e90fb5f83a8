// SPDX-License-Identifier: MIT
// Changes what a function and its module declare: variables, parameters,
// registers, launch bounds. Leaves the instructions as they are.
#pragma once

#include <string>
#include <vector>

#include "simt/ptx/module.h"
#include "tests/fuzz/dice.h"
#include "tests/fuzz/execute/generate.h"

namespace fuzz {

/// Each function changes or adds one thing.
class Declarations {
 public:
  Declarations(simt::ptx::Module& module, simt::ptx::Function& function,
               Dice& dice)
      : m_(module), f_(function), dice_(dice), make_(module, function, dice) {}

  /// A parameter or result, of the function or of a prototype.
  void parameter();
  /// A variable of the function.
  void variable();
  /// A variable of the module.
  void global();
  /// The type of one register, mostly to another of the same size.
  void type_of_register();
  /// .maxntid, .reqntid or .maxnreg.
  void bounds();

 private:
  void change_variable(simt::ptx::Variable& v);
  void parameters_of(std::vector<simt::ptx::Variable>& list,
                     const char* prefix);

  simt::ptx::Module& m_;
  simt::ptx::Function& f_;
  Dice& dice_;
  Generator make_;
};

}  // namespace fuzz
