// SPDX-License-Identifier: MIT
// The steps that every change of a PTX program is made of: visit operands, put
// instructions in, keep jumps at their targets. Decides nothing by chance.
#pragma once

#include <cstddef>
#include <vector>

#include "simt/ptx/module.h"

namespace fuzz {

inline constexpr size_t kMostInstructions = 160;  // of a function
inline constexpr size_t kMostFunctions = 8;       // of a module

/// Calls `visit` for the operand and all its parts.
template <class Visit>
void each_part(simt::ptx::Operand& o, Visit visit) {
  visit(o);
  for (simt::ptx::Operand& part : o.parts) each_part(part, visit);
}

/// The same for every operand of every instruction.
template <class Visit>
void each_operand(simt::ptx::Function& f, Visit visit) {
  for (simt::ptx::Instruction& in : f.body)
    for (simt::ptx::Operand& o : in.operands) each_part(o, visit);
}

/// Keeps jumps at their instructions when `count` are put in at `at`, or
/// taken out (count < 0).
void shift_labels(simt::ptx::Function& f, int at, int count);

/// Puts instructions in at `at`, unless the function would grow too long.
void insert_at(simt::ptx::Function& f, size_t at,
               std::vector<simt::ptx::Instruction> fresh);

/// The functions of the module that have a body.
std::vector<simt::ptx::Function*> bodies(simt::ptx::Module& module);

}  // namespace fuzz
