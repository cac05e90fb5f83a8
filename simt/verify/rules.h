// SPDX-License-Identifier: MIT
// The parts of the verifier. Each throws the first Offence that it finds.
#pragma once

#include <string>

#include "simt/ops/table.h"
#include "simt/ptx/module.h"

namespace simt::verify {

/// Caught in verify(); never leaves this room.
struct Offence {
  std::string what;
};

/// What is wrong, without the instruction, which verify() adds.
[[noreturn]] void refuse(std::string what);

/// "`%r5`", "`[...]`", "a vector": an operand in a sentence.
std::string named(const ptx::Operand& operand);

/// Bytes of a lane of a register's row: bytes take two, predicates none.
uint64_t row_bytes(ptx::Type type);
/// Bytes of a lane that hold a parameter of a call.
uint64_t slot_bytes(const ptx::Variable& parameter);

/// sizes.cpp: variables of the module; those, the registers and parameters of a
/// function.
void check_variables(const ptx::Module& module);
void check_sizes(const ptx::Function& function);

/// instruction.cpp: the target of the module, and operands, against the row
/// that takes the instruction.
void check_instruction(const std::string& target, const ptx::Function& function,
                       const ptx::Instruction& instruction);

/// calls.cpp: who is called, and with what; loads and stores of parameters.
void check_call(const ptx::Module& module, const ptx::Function& function,
                const ptx::Instruction& call);
void check_parameter_access(const ptx::Function& function,
                            const ptx::Instruction& access, const ops::Op& row,
                            uint64_t bytes);

}  // namespace simt::verify
