// SPDX-License-Identifier: MIT
// Goes through a module once, in the order of its text.
#include "simt/verify/verify.h"

#include "simt/verify/rules.h"

namespace simt::verify {
namespace {

using Kind = ptx::Operand::Kind;

std::string mnemonic(const ptx::Instruction& in) {
  std::string text = in.opcode;
  for (const std::string& word : in.modifiers) text += "." + word;
  return text;
}

}  // namespace

void refuse(std::string what) { throw Offence{std::move(what)}; }

std::string named(const ptx::Operand& operand) {
  switch (operand.kind) {
    case Kind::kRegister:
      return "a register";
    case Kind::kInteger:
      return "`" + std::to_string(static_cast<int64_t>(operand.bits)) + "`";
    case Kind::kFloat:
      return "a number";
    case Kind::kAddress:
      return "an address";
    case Kind::kVector:
      return "a vector of " + std::to_string(operand.parts.size());
    case Kind::kPair:
      return "a pair";
    case Kind::kList:
      return "a list";
    case Kind::kSink:
      return "`_`";
    default:
      return "`" + operand.name + "`";
  }
}

std::optional<Refusal> verify(const ptx::Module& module) {
  Refusal refusal;
  const ptx::Instruction* at = nullptr;
  try {
    check_variables(module);
    for (const ptx::Function& function : module.functions) {
      refusal.function = function.name;
      refusal.location = function.location;
      at = nullptr;
      check_sizes(function);
      for (const ptx::Instruction& instruction : function.body) {
        at = &instruction;
        check_instruction(module.target, function, instruction);
        if (instruction.calls()) check_call(module, function, instruction);
      }
    }
    return std::nullopt;
  } catch (const Offence& offence) {
    refusal.what = offence.what;
  }
  if (at == nullptr) return refusal;
  refusal.what = "`" + mnemonic(*at) + "`: " + refusal.what;
  refusal.ptx_line = at->ptx_line;
  refusal.location = at->location;
  return refusal;
}

}  // namespace simt::verify
